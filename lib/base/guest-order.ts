/**
 * True for an order that was placed without a session, also once the account of its address has it: the buyer, who holds
 * its link, may be a stranger who typed that address.
 */
export function isGuestOrder(order: { userId: string | null; guestKeyHash: string | null }): boolean {
  return order.userId === null || order.guestKeyHash !== null;
}
