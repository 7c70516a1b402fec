import { createHash } from "node:crypto";

export type Random = ReturnType<typeof randomFrom>;

/** The generator Mulberry32: small, fast, good enough to invent accounts and to choose faults. From 0 up to 1. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers from a seed, whose hash starts the generator: the same on every machine. */
export function randomFrom(seed: string) {
  const next = mulberry32(createHash("sha256").update(seed).digest().readUInt32LE(0));
  /** From `low` up to, not including, `high`. */
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    between,
    /** A whole number from `low` to `high`, both included. */
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    pick: <T>([first, ...others]: readonly [T, ...T[]]): T =>
      others[Math.floor(next() * (others.length + 1)) - 1] ?? first,
    /** True with this probability (0 to 1). */
    chance: (probability: number) => next() < probability,
  };
}
