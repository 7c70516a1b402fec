/**
 * Foreign text that PostgreSQL can store: at most `maxCodePoints` characters, without NUL (refused in text and jsonb) and
 * halves of surrogate pairs (refused in jsonb). An emoji is never cut in half. Pure.
 */
export function storable(text: string, maxCodePoints = Number.POSITIVE_INFINITY): string {
  const clean = text.replaceAll("\0", "").toWellFormed();
  // A code point has at least one unit, so a text that is short enough in units needs no counting.
  if (clean.length <= maxCodePoints) return clean;
  let end = 0;
  for (let left = maxCodePoints; left > 0 && end < clean.length; left -= 1) {
    end += (clean.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return clean.slice(0, end);
}

/** True when a URL's path and query can be stored after decoding: PostgreSQL refuses NUL. Pure. */
export function isStorableAddress(url: string): boolean {
  return !/%00|\0/.test(url);
}

/** `JSON.parse` of foreign text: all strings in the result can be stored. Throws SyntaxError. */
export function parseStorableJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => (typeof value === "string" ? storable(value) : value));
}
