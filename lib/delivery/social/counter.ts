import { z } from "zod";

/** A public counter's value: a number from `lowest` to `highest`. They are equal where it is exact. */
export type Interval = { lowest: number; highest: number };

/** The largest number that a count is stored as; a counter above it says only that. */
const mostCounted = 2_147_483_647;

/** A counter that is hidden or can't be read may stand at any number. */
export const unreadable: Interval = { lowest: 0, highest: mostCounted };

/** True when an interval says nothing. */
export function isUnreadable({ lowest, highest }: Interval): boolean {
  return lowest === 0 && highest === mostCounted;
}

/** A look in words: "17,700", "17,700 to 17,799", or that it says nothing. Pure. */
export function counterText(look: Interval): string {
  if (isUnreadable(look)) return "hidden or unreadable";
  const [lowest, highest] = [look.lowest, look.highest].map((count) => count.toLocaleString("en-US"));
  return lowest === highest ? `${lowest}` : `${lowest} to ${highest}`;
}

export const intervalSchema = z.object({
  lowest: z.number().int().nonnegative(),
  highest: z.number().int().nonnegative(),
});

const suffixes = { "": 1, k: 1e3, m: 1e6, b: 1e9 };

/**
 * Reads a counter as platforms and their scrapers write it: an exact number, or one floored for people ("1.2K", "17.7K",
 * "3M"), which is an interval. Null for anything else. `isFloored` says that numbers may be floored too: TikTok gives
 * 17,700 and 1,200,000 for every account up to 17,799 and 1,299,999.
 */
export function readCounter(value: unknown, { isFloored = false } = {}): Interval | null {
  if (typeof value === "number") return readNumber(value, isFloored);
  if (typeof value !== "string") return null;
  const written = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s?([kmb]?)$/i.exec(value.trim());
  if (!written) return null;
  const [, whole = "", decimals = "", letter = ""] = written;
  const unit = suffixes[letter.toLowerCase() as keyof typeof suffixes];
  if (unit === 1) return decimals === "" ? readNumber(Number(whole.replaceAll(",", "")), isFloored) : null;
  const step = unit / 10 ** decimals.length;
  const lowest = Math.round(Number(`${whole.replaceAll(",", "")}.${decimals}`) * unit);
  return capped({ lowest, highest: lowest + step - 1 });
}

function readNumber(value: number, isFloored: boolean): Interval | null {
  if (!Number.isInteger(value) || value < 0) return null;
  return capped({ lowest: value, highest: value + (isFloored ? floorStep(value) : 1) - 1 });
}

function floorStep(value: number): number {
  if (value >= 1e6 && value % 1e5 === 0) return 1e5;
  return value >= 1e4 && value % 100 === 0 ? 100 : 1;
}

function capped({ lowest, highest }: Interval): Interval {
  if (lowest >= mostCounted) return unreadable;
  return { lowest, highest: Math.min(highest, mostCounted) };
}
