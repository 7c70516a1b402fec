/** A code as text: `not_started` becomes "not started". Codes spell "canceled" as Stripe does, texts "cancelled". */
export function inWords(code: string): string {
  return code.replaceAll(/[_-]/g, " ").replaceAll("canceled", "cancelled");
}

/** The same words with a capital at their beginning. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words in a row, without a comma before the last: `followers, likes and views`. */
export function inSeries(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]*)$/, " and $1");
}

const list = new Intl.ListFormat("en-US");

/** Things as a list: `Post 1`, `Post 1 and Post 2`, `Post 1, Post 2, and Post 3`. */
export function inList(words: readonly string[]): string {
  return list.format(words);
}
