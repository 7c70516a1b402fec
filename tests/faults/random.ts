/** Numbers that look random and are the same for the same seed. */
export type Dice = {
  /** From 0 to `below` - 1. */
  int(below: number): number;
  range(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
};

/** The dice of a seed (mulberry32: small, fast, good enough to choose faults). */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
