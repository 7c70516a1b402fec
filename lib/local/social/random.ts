import { createHash } from "node:crypto";

/** Random numbers, the same for the same seed on every machine. */
export type Random = {
  /** From `low` up to, not including, `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean;
};

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

/** Numbers from a seed: its hash starts the generator. */
export function randomFrom(seed: string): Random {
  const next = mulberry32(createHash("sha256").update(seed).digest().readUInt32LE(0));
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    pick: ([first, ...others]) => {
      const index = Math.floor(next() * (others.length + 1));
      return others[index - 1] ?? first;
    },
    chance: (probability) => next() < probability,
  };
}
