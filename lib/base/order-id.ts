/** The part of an order's id that is shown. */
export function shortOrderId(orderId: string): string {
  return orderId.slice(0, 8);
}

/** True for a text that may be the token of an order's link. */
export function isOrderToken(text: string): boolean {
  return /^[\w-]{22,64}$/.test(text);
}
