import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { databaseNow } from "@/lib/clock";
import type { Database, Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { CallDeps } from "@/lib/delivery/item-lease";
import { decideDropsJob } from "@/lib/delivery/jobs";
import { reportLateAnswer } from "@/lib/delivery/submit/record-late-answer";
import { recordWithRetries } from "@/lib/delivery/submit/record-with-retries";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { logOrder } from "@/lib/logger";
import { shortOrderId } from "@/lib/order-id";
import { isCalledOff, isRefundedInFull, mayOrderSendSql } from "@/lib/orders/may-order-send";
import { recordEvents } from "@/lib/orders/record-event";
import { maySendSql } from "@/lib/quarantine/database-mark";
import { openProvider, type SupplierAccess } from "@/lib/suppliers/protocol/open-provider";
import type { CallOutcome } from "@/lib/suppliers/protocol/provider";
import { startSendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import { addMs, minute } from "@/lib/time";
import { sendRefillJob } from "./jobs";

type Leased = { refillId: string; token: string; itemId: string; orderId: string; providerOrderId: string };

const retryMs = 5 * minute;
/** The longest that a refill waits before it is sent again. */
export const longestRefillWaitMs = retryMs;

/**
 * Asks a supplier for a refill, at most once, as a second request may be a second refill: lease and commit, call once
 * within the deadline, record. A lost answer leaves the refill `unknown` for an administrator; only evidence that nothing
 * was done lets it be sent again. A refill whose order was called off ends unsent. Safe to call at any time and
 * concurrently.
 */
export async function sendRefill(deps: CallDeps, refillId: string): Promise<void> {
  const deadline = startSendDeadline(deps.leaseMs);
  const leased = await lease(deps.db, refillId);
  if (!leased) return endIfCalledOff(deps.db, refillId);
  const { access, ...refill } = leased;
  logOrder(refill.orderId);
  const provider = openProvider(access, deps.provider);
  const outcome: CallOutcome<{ refillId: string }> = provider
    ? await provider.refill(refill.providerOrderId, deadline)
    : { kind: "rejected", reason: "the supplier's address or key can't be used", isTemporary: true };
  await recordWithRetries(refill.itemId, () => record(deps, refill, outcome));
}

async function lease(db: Database, refillId: string): Promise<(Leased & { access: SupplierAccess }) | null> {
  const token = newId();
  // By the database's clock, from which the lease is counted (poll-refills.ts).
  const count = await db.$executeRaw`
    UPDATE refills AS refill SET state = 'sending', lease_token = ${token}::uuid, updated_at = now()
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
    WHERE refill.id = ${refillId}::uuid AND refill.state = 'requested' AND item.id = refill.item_id
      AND ${mayOrderSendSql} AND ${maySendSql()}`;
  if (count === 0) return null;
  const { item } = await db.refill.findUniqueOrThrow({
    where: { id: refillId },
    include: { item: { include: { supplier: true } } },
  });
  if (!item.supplier || !item.providerOrderId) return null;
  const { id: itemId, orderId, providerOrderId, supplier: access } = item;
  return { refillId, token, itemId, orderId, providerOrderId, access };
}

/** Ends a requested refill, as refused, once its order was refunded in full or its buyer withdrew. */
async function endIfCalledOff(db: Database, refillId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const [ended] = await tx.$queryRaw<{ itemId: string; orderId: string; reason: string }[]>`
      UPDATE refills AS refill SET state = 'rejected', updated_at = now(),
        reason = CASE WHEN ${isRefundedInFull} THEN 'refunded' ELSE 'withdrawn' END
      FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      WHERE refill.id = ${refillId}::uuid AND refill.state = 'requested' AND item.id = refill.item_id
        AND ${isCalledOff} AND ${maySendSql()}
      RETURNING item.id AS "itemId", item.order_id AS "orderId", refill.reason`;
    if (!ended) return;
    const { itemId, orderId, reason } = ended;
    await recordEvents(tx, [{ orderId, itemId, type: "refill.rejected", data: { reason } }]);
    // After a withdrawal, dropped units are still owed; after a full refund nothing is.
    if (reason === "withdrawn") await enqueue(tx, [decideDropsJob.of(orderId)]);
  });
}

/** Idempotent. */
async function record(
  deps: CallDeps,
  refill: Leased,
  outcome: CallOutcome<{ refillId: string }>,
): Promise<void> {
  const { itemId, orderId } = refill;
  const mine = { id: refill.refillId, leaseToken: refill.token };
  await deps.db.$transaction(async (tx) => {
    const note = (type: string, data: Record<string, string>) =>
      recordEvents(tx, [{ orderId, itemId, type, data }]);
    const become = async (data: Prisma.RefillUpdateManyMutationInput) => {
      const { count } = await tx.refill.updateMany({ where: mine, data: { ...data, leaseToken: null } });
      // A late answer may follow the alert about a lost one.
      if (count > 0 && data.state !== "unknown") await resolveAlert(tx, alertKey(refill.refillId));
      return count > 0;
    };
    switch (outcome.kind) {
      case "accepted": {
        const nextCheckAt = addMs(databaseNow(), deps.baseMs);
        const supplierRefillId = outcome.refillId;
        if (await become({ state: "in_progress", supplierRefillId, reason: null, nextCheckAt })) {
          await note("refill.sent", { supplierRefillId });
        } else {
          await recordLateRefill(tx, refill, supplierRefillId);
        }
        return;
      }
      case "rejected":
        if (outcome.isTemporary) {
          const nextCheckAt = addMs(databaseNow(), retryMs);
          if (await become({ state: "requested", reason: outcome.reason, nextCheckAt })) {
            await enqueue(tx, [sendRefillJob.of(refill.refillId, { runAt: nextCheckAt })]);
          }
        } else if (await become({ state: "rejected", reason: outcome.reason })) {
          await note("refill.rejected", { reason: outcome.reason });
          await enqueue(tx, [decideDropsJob.of(orderId)]);
        }
        return;
      case "unknown":
        if (await become({ state: "unknown", reason: outcome.reason })) {
          await note("refill.unknown", { reason: outcome.reason });
        }
    }
  });
  if (outcome.kind === "unknown") await alertUnknown(deps.db, refill.refillId, refill.orderId);
}

/** Records a refill that was taken after an operator had decided otherwise; nothing when it has that number already. */
async function recordLateRefill(
  tx: Tx,
  { refillId, itemId, orderId }: Leased,
  lateNumber: string,
): Promise<void> {
  const { state, supplierRefillId: number } = await tx.refill.findUniqueOrThrow({ where: { id: refillId } });
  if (number === lateNumber) return;
  const data = { lateNumber, number, state };
  const advice = "Look both up at the supplier, then clear this in Needs me.";
  const alert = { id: refillId, noun: "refill", subject: `refill ${refillId}`, advice };
  await reportLateAnswer(tx, { orderId, itemId, type: "refill.late_answer", data }, alert);
}

/** Raises the alert about a refill that may or may not have been taken. */
export async function alertUnknown(db: Database, refillId: string, orderId: string): Promise<void> {
  const key = alertKey(refillId);
  const message = `The supplier's answer to refill ${refillId} of order #${shortOrderId(orderId)} was lost. Look it up at the supplier, then decide the refill in Needs me.`;
  await raiseAlert(db, { key, kind: "refill_unknown", message, orderId });
}

function alertKey(refillId: string): string {
  return `refill_unknown:${refillId}`;
}
