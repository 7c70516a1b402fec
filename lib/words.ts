/** A code as text: `not_started` becomes "not started". */
export function inWords(code: string): string {
  return code.replaceAll(/[_-]/g, " ");
}

/** The part of an order's id that is shown. */
export function shortOrderId(orderId: string): string {
  return orderId.slice(0, 8);
}
