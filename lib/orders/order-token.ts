/** True for a text that may be the token of an order's link. */
export function isOrderToken(text: string): boolean {
  return /^[\w-]{22,64}$/.test(text);
}
