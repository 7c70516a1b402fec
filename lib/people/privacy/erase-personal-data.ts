import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { newToken } from "@/lib/base/ids";
import { erasedEmail } from "@/lib/mail/address/address";
import { accountDeleted } from "@/lib/mail/queue/mail";

const erasedText = "(deleted)";

/**
 * The account's addresses, as a query: each former one with the time until which it was the account's. The mails about
 * the changes name them, and are kept for longer than any earlier mail to them.
 */
export const addressesOf = (userId: string, email: string) => Prisma.sql`
  SELECT ${email} AS email, 'infinity'::timestamptz AS until
  UNION ALL
  SELECT changed.recipient, changed.created_at FROM email_tokens AS token
    JOIN email_log AS changed ON changed.key = 'email-changed:' || token.id
    WHERE token.user_id = ${userId}::uuid`;

/**
 * Erases the personal data (address, profile and posts) of an account's orders, which the caller has locked: in orders,
 * payment requests, items, supplier calls and withdrawals. Reviews are deleted. Amounts, units, times and vendors' ids
 * are kept for the ledger. The orders' links stop working, and unpaid orders can't be paid: a payment that still comes
 * is refunded, because they count as withdrawn from. Timelines (order_events) are append-only and hold no personal data.
 */
export async function eraseOrders(
  tx: Tx,
  { userId, email, orderIds: ids }: { userId: string; email: string; orderIds: string[] },
): Promise<void> {
  const tokens = ids.map(() => newToken());
  await tx.$executeRaw`
    UPDATE orders SET user_id = ${userId}::uuid, token = fresh.token, email = ${erasedEmail}, email_at_purchase = NULL,
      username = '', post_url = '', profile = '{}', selected_posts = '[]', guest_key_hash = NULL, network = NULL,
      request_key = NULL, request_address_key = NULL, request_hash = NULL,
      withdrawn_at = CASE WHEN status IN ('pending', 'expired') THEN COALESCE(withdrawn_at, now()) ELSE withdrawn_at END,
      -- Release 1.0 knows no withdrawn orders; for it, the block stops the delivery.
      blocked_at = CASE WHEN status IN ('pending', 'expired') THEN COALESCE(blocked_at, now()) ELSE blocked_at END,
      blocked_reason = CASE WHEN status IN ('pending', 'expired') THEN COALESCE(blocked_reason, 'account deleted')
        ELSE blocked_reason END,
      updated_at = now()
    FROM unnest(${ids}::uuid[], ${tokens}::text[]) AS fresh (id, token) WHERE orders.id = fresh.id`;
  // An attempt whose session is not known can't be looked up at Stripe without its parameters, so it has ended; a session
  // that was opened is still found by the attempt's number when it is paid.
  await tx.$executeRaw`
    UPDATE payment_attempts SET params = '{}', url = NULL,
      status = CASE WHEN status = 'creating' THEN 'failed' ELSE status END
    WHERE order_id = ANY(${ids}::uuid[])`;
  await tx.$executeRaw`DELETE FROM email_tokens WHERE order_id = ANY(${ids}::uuid[])`;
  // Others' orders that were placed with an address of the account by mistake, and corrected.
  await tx.$executeRaw`
    UPDATE orders SET email_at_purchase = NULL FROM (${addressesOf(userId, email)}) AS own
    WHERE email_key(orders.email_at_purchase) = email_key(own.email) AND orders.email_at_purchase = own.email
      AND orders.created_at <= own.until`;
  await tx.$executeRaw`DELETE FROM reviews WHERE order_id = ANY(${ids}::uuid[])`;
  await tx.$executeRaw`
    UPDATE fulfillment_items SET link = '', target_key = '', post_id = NULL WHERE order_id = ANY(${ids}::uuid[])`;
  await tx.$executeRaw`
    UPDATE supplier_calls SET request = request - 'link' - 'username', answer = NULL
    WHERE item_id IN (SELECT id FROM fulfillment_items WHERE order_id = ANY(${ids}::uuid[]))`;
  await tx.$executeRaw`
    UPDATE withdrawals SET name = '', email = ${erasedEmail} WHERE order_id = ANY(${ids}::uuid[])`;
  // Withdrawals that were stated with an address of the account and matched no order.
  await tx.$executeRaw`
    DELETE FROM withdrawals USING (${addressesOf(userId, email)}) AS own
    WHERE order_id IS NULL AND withdrawals.email = own.email AND stated_at <= own.until`;
}

/** Erases the texts of an account's tickets, and of guests' tickets of its addresses; open ones are closed. */
export async function eraseTickets(tx: Tx, userId: string, email: string): Promise<void> {
  const erased = await tx.$queryRaw<{ id: string }[]>`
    UPDATE support_tickets SET email = ${erasedEmail}, subject = ${erasedText}, message = ${erasedText},
      target = NULL,
      admin_response = CASE WHEN admin_response IS NULL THEN NULL ELSE ${erasedText} END,
      status = 'closed', version = version + 1, updated_at = now()
    WHERE user_id = ${userId}::uuid OR (user_id IS NULL AND EXISTS (
      SELECT FROM (${addressesOf(userId, email)}) AS own
      WHERE own.email = support_tickets.email AND support_tickets.created_at <= own.until))
    RETURNING id`;
  // A separate statement, because only that sees a message that was added while a ticket's lock was awaited.
  const ids = erased.map(({ id }) => id);
  await tx.$executeRaw`UPDATE ticket_messages SET body = ${erasedText} WHERE ticket_id = ANY(${ids}::uuid[])`;
}

/** Deletes the team's notes about the account, its addresses and its orders. */
export async function eraseNotes(
  tx: Tx,
  { userId, email, orderIds }: { userId: string; email: string; orderIds: string[] },
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM notes WHERE user_id = ${userId}::uuid OR order_id = ANY(${orderIds}::uuid[])
      OR EXISTS (SELECT FROM (${addressesOf(userId, email)}) AS own
        WHERE own.email = notes.email AND notes.created_at <= own.until)`;
}

/**
 * Erases the log of mails to an account (to a former address, while it was the account's) or about its orders. Queued
 * ones are not sent. Call it after `eraseOrders`, which reads former addresses from these rows, and while the tokens
 * are there.
 */
export async function eraseMails(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE email_log SET recipient = ${erasedEmail}, props = '{}',
      state = CASE WHEN state = 'queued' THEN 'failed' ELSE state END,
      error = CASE WHEN state = 'queued' THEN ${accountDeleted} ELSE error END
    WHERE id IN (
      SELECT mail.id FROM (${addressesOf(userId, email)}) AS own
        JOIN email_log AS mail ON mail.recipient = own.email AND mail.created_at <= own.until
      UNION
      SELECT mail.id FROM orders JOIN email_log AS mail ON mail.order_id = orders.id
        WHERE orders.user_id = ${userId}::uuid
      UNION
      SELECT mail.id FROM email_tokens AS token
        JOIN email_log AS mail ON mail.key IN ('confirm-new-email:' || token.id, 'email-changed:' || token.id)
        WHERE token.user_id = ${userId}::uuid
    )`;
}
