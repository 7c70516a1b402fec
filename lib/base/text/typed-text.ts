/**
 * A typed or pasted text in plain characters: without the invisible ones that phones and apps add, full-width ones as
 * usual, digits of other scripts as 0 to 9. Pure.
 */
export function plainCharacters(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .trim();
}

/** Unicode has the digits of a script in ten adjacent places, from zero to nine. */
function asciiDigit(digit: string): string {
  const place = digit.codePointAt(0) ?? 0;
  let zero = place;
  while (place - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(place - zero);
}
