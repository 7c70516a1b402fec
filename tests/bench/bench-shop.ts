import { startLocalShop } from "@/lib/local/shop";

/** The shop's own; those from here to 99 further are for what a benchmark puts beside it. */
export const benchPort = Number(process.env.BENCH_PORT ?? 3800);

/** A new shop as the demo runs it, production build and emulators, kept apart from the demo's data and build. */
export function startBenchShop(): ReturnType<typeof startLocalShop> {
  return startLocalShop({
    port: benchPort,
    dataDir: ".data/bench",
    distDir: ".next-bench",
    mode: "demo",
    fresh: true,
    onStep: (step) => console.log(`${step} …`),
    onOutput: () => undefined,
  });
}
