import type { Database, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logOrder } from "@/lib/base/logger";
import { shortOrderId } from "@/lib/base/order-id";
import { maySendSql } from "@/lib/base/quarantine/database-mark";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, minute } from "@/lib/base/time/time";
import { decideDropsJob } from "@/lib/delivery/items/item-jobs";
import type { CallDeps } from "@/lib/delivery/items/item-lease";
import { reportLateAnswer } from "@/lib/delivery/submit/record-late-answer";
import { recordWithRetries } from "@/lib/delivery/submit/record-with-retries";
import {
  noAccess,
  openProvider,
  type SupplierAccess,
  supplierAccess,
} from "@/lib/delivery/suppliers/protocol/open-provider";
import type { CallOutcome } from "@/lib/delivery/suppliers/protocol/provider";
import { startSendDeadline } from "@/lib/delivery/suppliers/protocol/send-deadline";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { notSetAside, runEach } from "@/lib/mail/alerts/set-aside";
import { isCalledOff, isRefundedInFull, mayOrderSendSql } from "@/lib/orders/order/may-order-send";
import { recordEvents } from "@/lib/orders/order/record-event";
import { sendRefillJob } from "./refill-jobs";

/** The right to ask for a refill once. Only the holder of its token can record the answer. */
type Lease = { id: string; token: string; itemId: string; orderId: string };

const leaseColumns = Prisma.sql`refill.id, refill.lease_token AS token, item.id AS "itemId", item.order_id AS "orderId"`;

type Answer = CallOutcome<{ refillId: string }>;

/** How long a refill waits that its supplier could not take for now. */
const refillRetryMs = 5 * minute;

const mostLostAtOnce = 500;

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
  logOrder(leased.orderId);
  const provider = openProvider(leased.access, deps.provider);
  const answer: Answer = provider
    ? await provider.refill(leased.number, deadline)
    : { kind: "rejected", reason: noAccess, isTemporary: true };
  await recordWithRetries(leased.itemId, () => record(deps, leased, answer));
}

async function lease(db: Database, refillId: string) {
  // By the database's clock, from which the lease is counted (giveUpLostRefills).
  const [leased] = await db.$queryRaw<(Lease & { number: string; access: SupplierAccess })[]>`
    UPDATE refills AS refill SET state = 'sending', lease_token = ${newId()}::uuid, version = refill.version + 1,
      updated_at = now()
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      JOIN suppliers AS supplier ON supplier.id = item.supplier_id
    WHERE refill.id = ${refillId}::uuid AND refill.state = 'requested' AND item.id = refill.item_id
      AND item.provider_order_id IS NOT NULL AND ${mayOrderSendSql} AND ${maySendSql()}
    RETURNING ${leaseColumns}, item.provider_order_id AS number, ${supplierAccess}`;
  return leased;
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

/** Makes refills unknown whose worker died in the call. The token stays, so that a late answer is still recorded. */
export async function giveUpLostRefills(deps: CallDeps): Promise<void> {
  const lost = await deps.db.$queryRaw<Lease[]>`
    SELECT ${leaseColumns} FROM refills AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
    WHERE refill.state = 'sending' AND refill.updated_at < now() - ${deps.leaseMs}::int * interval '1 millisecond'
      AND ${notSetAside("refills", Prisma.sql`refill.id::text`)}
    LIMIT ${mostLostAtOnce}::int`;
  await runEach(deps.db, "refills", lost, (refill) =>
    record(deps, refill, { kind: "unknown", reason: "worker_lost" }),
  );
}

/** Records the answer to a call. Idempotent. */
async function record({ db, baseMs }: CallDeps, leased: Lease, answer: Answer): Promise<void> {
  const { id, token, itemId, orderId } = leased;
  const change = changeBy(answer, baseMs);
  await db.$transaction(async (tx) => {
    const ownCall = { id, leaseToken: token, state: { not: change.state } };
    const { count } = await tx.refill.updateMany({ where: ownCall, data: change });
    if (count === 0) {
      if (answer.kind === "accepted") await recordLateRefill(tx, leased, answer.refillId);
      return;
    }
    const key = `refill_unknown:${id}`;
    if (answer.kind === "unknown") {
      const message = `The supplier's answer to refill ${id} of order #${shortOrderId(orderId)} was lost. Look it up at the supplier, then decide the refill in Needs me.`;
      await raiseAlert(tx, { key, kind: "refill_unknown", message, orderId });
    } else {
      // A late answer may follow the alert about a lost one.
      await resolveAlert(tx, key);
    }
    if (change.state === "requested") {
      return enqueue(tx, [sendRefillJob.of(id, { runAt: change.nextCheckAt })]);
    }
    const type = `refill.${answer.kind === "accepted" ? "sent" : change.state}`;
    const data: Record<string, string> =
      answer.kind === "accepted" ? { supplierRefillId: answer.refillId } : { reason: answer.reason };
    await recordEvents(tx, [{ orderId, itemId, type, data }]);
    if (change.state === "rejected") await enqueue(tx, [decideDropsJob.of(orderId)]);
  });
}

function changeBy(answer: Answer, baseMs: number) {
  const now = databaseNow();
  if (answer.kind === "accepted") {
    return {
      state: "in_progress",
      supplierRefillId: answer.refillId,
      nextCheckAt: addMs(now, baseMs),
      waitingSince: now,
      version: { increment: 1 },
      reason: null,
      leaseToken: null,
    } as const;
  }
  const { reason } = answer;
  if (answer.kind === "unknown") return { state: "unknown", reason } as const;
  if (!answer.isTemporary) return { state: "rejected", reason, leaseToken: null } as const;
  return { state: "requested", reason, leaseToken: null, nextCheckAt: addMs(now, refillRetryMs) } as const;
}

/** Records a refill that was taken after an operator had decided otherwise; nothing when it has that number already. */
async function recordLateRefill(tx: Tx, { id, itemId, orderId }: Lease, lateNumber: string): Promise<void> {
  const { state, supplierRefillId: number } = await tx.refill.findUniqueOrThrow({ where: { id } });
  if (number === lateNumber) return;
  const data = { lateNumber, number, state };
  const advice = "Look both up at the supplier, then clear this in Needs me.";
  const alert = { id, noun: "refill", subject: `refill ${id}`, advice };
  await reportLateAnswer(tx, { orderId, itemId, type: "refill.late_answer", data }, alert);
}
