/**
 * Foreign text as the shop may keep it: at most `maxCodePoints` characters, without the two things that PostgreSQL
 * refuses, NUL (in text and jsonb) and halves of a surrogate pair (in jsonb). An emoji is never cut in half. Pure.
 */
export function storable(text: string, maxCodePoints = Number.POSITIVE_INFINITY): string {
  const clean = text.replaceAll("\0", "").toWellFormed();
  // A code point takes at least one unit, so a text that is short enough in units needs no counting.
  if (clean.length <= maxCodePoints) return clean;
  let end = 0;
  for (let left = maxCodePoints; left > 0 && end < clean.length; left -= 1) {
    end += (clean.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return clean.slice(0, end);
}

/** Whether an address's path and query can be stored once they are decoded: PostgreSQL takes no NUL. Pure. */
export function isStorableAddress(url: string): boolean {
  return !/%00|\0/.test(url);
}

/** `JSON.parse` at a border: every text in what comes out can be stored. Throws SyntaxError for what is no JSON. */
export function parseStorableJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => (typeof value === "string" ? storable(value) : value));
}
