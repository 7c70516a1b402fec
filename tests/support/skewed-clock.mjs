// Preloaded with `--import`, shifts the process's Date by CLOCK_SKEW_MS, as a wrong system clock does; timers and
// performance.now() are unchanged. SIGUSR2 corrects the clock.
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
