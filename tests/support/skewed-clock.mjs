// Preloaded (`--import`), it shifts what the process takes for the time by CLOCK_SKEW_MS, as a wrong clock of its
// machine does: Date alone, neither timers nor performance.now(). SIGUSR2 sets the clock right.
let skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
process.on("SIGUSR2", () => {
  skewMs = 0;
});

const RightDate = Date;
globalThis.Date = class extends RightDate {
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + skewMs);
    else super(...given);
  }
  static now() {
    return RightDate.now() + skewMs;
  }
};
