import { mulberry32 } from "@/lib/local/social/random";

/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** From 0 to `below` - 1. */
  int(below: number): number;
  range(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
};

/** The random numbers of a seed. */
export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const int = (below: number) => Math.floor(next() * below);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[int(list.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  return {
    int,
    range: (from, to) => from + int(to - from + 1),
    chance: (share) => next() < share,
    pick,
    weighted(choices) {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(choices)[1];
    },
  };
}
