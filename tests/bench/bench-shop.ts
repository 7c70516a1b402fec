import { startLocalShop } from "@/lib/local/shop";

/** The shop's port; the next 99 are for what a benchmark starts beside it. */
export const benchPort = Number(process.env.BENCH_PORT ?? 3800);

export const benchDataDir = ".data/bench";

/** A new shop as the demo runs it, production build and emulators, kept apart from the demo's data and build. */
export function startBenchShop({
  // Most benchmarks send all requests from one address, where rate limits would stop them.
  rateLimitScale = 1_000_000,
  onOutput = (_line: string) => {},
} = {}): ReturnType<typeof startLocalShop> {
  process.env.RATE_LIMIT_SCALE ??= String(rateLimitScale);
  // Each order comes from a network of its own (place-order.ts).
  process.env.TRUSTED_PROXIES ??= "127.0.0.1";
  return startLocalShop({
    port: benchPort,
    dataDir: benchDataDir,
    distDir: ".next-bench",
    mode: "demo",
    fresh: true,
    onStep: (step) => console.log(`${step} …`),
    onOutput,
  });
}
