/** A number of things whose plural ends in s: `1 day`, `1,200 followers`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
