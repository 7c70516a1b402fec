import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { inSet, openRefills } from "@/lib/base/db/item-status";
import { AppError, conflict, forbidden } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import { accountDeletedMail } from "@/lib/people/customers/account-mails";
import { dropSecondFactors } from "@/lib/people/customers/second-factor";
import { addressesOf, eraseMails, eraseNotes, eraseOrders, eraseTickets } from "./erase-personal-data";

/**
 * Deletes a customer's account for good: its personal data is erased, and every session ends. Orders, payments and
 * refunds are kept for the ledger, with their amounts but without a name. A last mail tells the account holder. An
 * unpaid guest order does not hold it up: a payment that comes later is refunded. An administrator has to give a reason.
 * Errors: not_found for a deleted account; forbidden for an administrator's; conflict with the reason while a delivery,
 * the payment of an order that was placed while signed in, a refund, refill or dispute is in progress.
 */
export async function deleteAccount(db: Database, userId: string, audit?: AuditContext): Promise<void> {
  await db.$transaction(
    async (tx) => {
      const email = await lockAccount(tx, userId);
      const orderIds = await lockOrders(tx, userId, email);
      await refuseWhileInProgress(tx, orderIds, audit ? "admin" : "accountHolder");
      await eraseTickets(tx, userId, email);
      await eraseNotes(tx, { userId, email, orderIds });
      await eraseOrders(tx, { userId, email, orderIds });
      await eraseMails(tx, userId, email);
      await eraseUser(tx, userId);
      await enqueueMail(tx, accountDeletedMail, { about: userId, recipient: email });
      if (audit) await recordAudit(tx, audit, "user.anonymized", ["user", userId]);
    },
    { timeout: 60_000 },
  );
  logSecurity("account_deleted", { userId });
}

async function lockAccount(tx: Tx, userId: string): Promise<string> {
  const [user] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId}::uuid AND anonymized_at IS NULL FOR UPDATE`;
  if (!user) throw new AppError("not_found");
  // A separate statement after the lock, because only that sees a role that was granted while the lock was awaited.
  if ((await tx.userRole.count({ where: { userId, role: "admin" } })) > 0) {
    throw forbidden(
      "An administrator's account can't be deleted here. Ask an owner to remove the role first.",
    );
  }
  return user.email;
}

/** Locks the account's orders, with the guest orders of its addresses, and returns their ids. */
async function lockOrders(tx: Tx, userId: string, email: string): Promise<string[]> {
  const orders = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders
    WHERE user_id = ${userId}::uuid OR (user_id IS NULL AND EXISTS (
      SELECT FROM (${addressesOf(userId, email)}) AS own
      WHERE own.email = orders.email AND orders.created_at <= own.until))
    ORDER BY id FOR UPDATE`;
  return orders.map(({ id }) => id);
}

/** A statement after the locks, because only that sees what was committed while they were awaited. */
async function refuseWhileInProgress(
  tx: Tx,
  orderIds: string[],
  reader: "accountHolder" | "admin",
): Promise<void> {
  const [found] = await tx.$queryRaw<{ reason: DeletionObstacle }[]>`
    WITH own AS (SELECT id, status, guest_key_hash FROM orders WHERE id = ANY(${orderIds}::uuid[]))
    SELECT 'delivery' AS reason FROM own WHERE status = 'processing'
    UNION ALL SELECT 'delivery' FROM own JOIN fulfillment_items AS item ON item.order_id = own.id
      WHERE NOT item.state ${inSet("final")}
    -- Anyone can place a guest order with the address, again and again; eraseOrders withdraws it instead.
    UNION ALL SELECT 'payment' FROM own JOIN payment_attempts AS attempt ON attempt.order_id = own.id
      WHERE attempt.status IN ('creating', 'open') AND own.guest_key_hash IS NULL
    UNION ALL SELECT 'refund' FROM own JOIN refunds AS refund ON refund.order_id = own.id
      WHERE refund.status IN ('held', 'requested', 'pending')
    UNION ALL SELECT 'refill' FROM own JOIN fulfillment_items AS item ON item.order_id = own.id
      JOIN refills AS refill ON refill.item_id = item.id
      WHERE refill.state::text = ANY(${openRefills})
    UNION ALL SELECT 'dispute' FROM own JOIN disputes AS dispute ON dispute.order_id = own.id
      WHERE dispute.closed_at IS NULL
    LIMIT 1`;
  if (found) throw conflict(deletionObstacles[found.reason][reader]);
}

async function eraseUser(tx: Tx, userId: string): Promise<void> {
  await tx.account.deleteMany({ where: { userId } });
  await tx.emailToken.deleteMany({ where: { userId } });
  await dropSecondFactors(tx, userId);
  await tx.userRole.deleteMany({ where: { userId } });
  await tx.userSession.deleteMany({ where: { userId } });
  await tx.user.update({
    where: { id: userId },
    data: {
      email: `deleted-${userId}@account.invalid`,
      name: null,
      emailVerifiedAt: null,
      passwordHash: null,
      sessionVersion: { increment: 1 },
      anonymizedAt: databaseNow(),
    },
  });
}

/** Obstacles that must end before an account can be deleted, in words for its holder and an administrator. */
const deletionObstacles = {
  delivery: {
    accountHolder:
      "An order of yours is still being delivered. You can delete your account once it has arrived.",
    admin: "An order of this account is still being delivered. Try again once it has arrived.",
  },
  payment: {
    accountHolder:
      "An order of yours can still be paid. Please try again in an hour, when its payment page has closed.",
    admin:
      "An order of this account can still be paid. Try again in an hour, when its payment page has closed.",
  },
  refund: {
    accountHolder: "A refund to you is still in progress. You can delete your account once it has arrived.",
    admin:
      "A refund to this account is still in progress. Release or drop it in Needs me, or wait until it has arrived.",
  },
  refill: {
    accountHolder:
      "A refill is still being delivered to you. You can delete your account once it has arrived.",
    admin: "A refill of this account is still being delivered. Try again once it has arrived.",
  },
  dispute: {
    accountHolder: "A payment of yours is disputed. You can delete your account once your bank has decided.",
    admin: "A payment of this account is disputed. Try again once the bank has decided.",
  },
} as const;

type DeletionObstacle = keyof typeof deletionObstacles;
