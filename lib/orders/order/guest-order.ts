import { Prisma } from "@/lib/base/db/generated/client";
import { maskEmail } from "@/lib/mail/address/address";

/**
 * True for an order that was placed without a session, also once the account of its address has it: the buyer, who holds
 * its link, may be a stranger who typed that address.
 */
export function isGuestOrder(order: { userId: string | null; guestKeyHash: string | null }): boolean {
  return order.userId === null || order.guestKeyHash !== null;
}

/** SQL: the same of the row `o`. */
export const isGuestOrderSql = Prisma.sql`(o.user_id IS NULL OR o.guest_key_hash IS NOT NULL)`;

/**
 * An order's address as the holder of its link may read it: masked. Of a guest's order it shows nothing, because the
 * holder may be a stranger: the address changes with its account's, and a text that changed when an account takes the
 * order over would tell that there is one.
 */
export function emailForHolder(order: {
  email: string;
  emailAtPurchase: string | null;
  userId: string | null;
  guestKeyHash: string | null;
}): string {
  if (!isGuestOrder(order)) return maskEmail(order.email);
  return order.emailAtPurchase === null ? "the address given at checkout" : "the corrected address";
}
