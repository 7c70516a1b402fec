import type { Tx } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { ordersLinkedMail } from "./account-mails";

/**
 * Gives an account the guest orders and tickets of its address, and mails the number of orders. Does nothing unless
 * `email` is the account's verified address. Called in the caller's transaction when an address is verified and at each
 * sign-in; without such orders it costs one statement and no mail. Returns the number of orders.
 */
export async function linkGuestOrders(tx: Tx, userId: string, email: string): Promise<number> {
  // Locks the account's row first: when two sign-ins race, the second finds nothing left to link.
  const count = await tx.$executeRaw`
    WITH account AS (
      SELECT id, email FROM users
      WHERE id = ${userId}::uuid AND email = ${email} AND email_verified_at IS NOT NULL AND anonymized_at IS NULL
      FOR NO KEY UPDATE
    ), tickets AS (
      UPDATE support_tickets SET user_id = account.id, updated_at = now()
      FROM account WHERE support_tickets.email = account.email AND support_tickets.user_id IS NULL
    )
    UPDATE orders SET user_id = account.id, updated_at = now()
    FROM account WHERE orders.email = account.email AND orders.user_id IS NULL`;
  if (count === 0) return 0;
  await enqueueMail(tx, ordersLinkedMail, { about: newId(), recipient: email, props: { count } });
  return count;
}
