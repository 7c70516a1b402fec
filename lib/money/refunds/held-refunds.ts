import type { Db, Tx } from "@/lib/base/db/client";
import { Prisma, type Refund } from "@/lib/base/db/generated/client";
import { formatCents } from "@/lib/base/money";
import { watchMembers } from "@/lib/mail/alerts/raise-alert";

/** The refunds that wait for an administrator's decision, the oldest first. */
export async function listHeldRefunds(db: Db, { limit }: { limit: number }): Promise<Refund[]> {
  return db.refund.findMany({
    where: { status: "held" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  });
}

/** A held refund, for the steps that decide it; null when it is held no more. */
export async function findHeldRefund(db: Db, id: string): Promise<Refund | null> {
  return db.refund.findFirst({ where: { id, status: "held" } });
}

// Any constant works as long as all callers take the same lock.
const countingLock = 7_204_113_063;

/**
 * Raises the alert about held refunds, or resolves it when none is held, in the transaction of the change. They are
 * counted under a lock held until the commit, so that a refund that another transaction is just holding counts.
 */
export async function updateHeldRefundsAlert(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${countingLock})`;
  const { _sum: sum } = await tx.refund.aggregate({ where: { status: "held" }, _sum: { amountCents: true } });
  const total = formatCents(sum.amountCents ?? 0);
  await watchMembers(tx, {
    key: "held_refunds",
    kind: "held_refunds",
    members: Prisma.sql`SELECT created_at AS since FROM refunds WHERE status = 'held'`,
    message: ({ count }) =>
      count === 1
        ? `1 refund of ${total} is above a limit and is waiting. Release it or drop it.`
        : `${count} refunds, ${total} in total, are above a limit and are waiting. Release or drop each of them.`,
  });
}
