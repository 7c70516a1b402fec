import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { notSetAside, runIsolated, runSteps } from "@/lib/alerts/set-aside";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { CallDeps } from "@/lib/delivery/item-lease";
import { countTargetsJob, decideDropsJob } from "@/lib/delivery/jobs";
import { leaseDue } from "@/lib/delivery/progress/lease-due";
import { nextCheckMs } from "@/lib/delivery/progress/next-progress";
import { daysToFinishRefill } from "@/lib/delivery/progress/refill-rules";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import {
  noAccess,
  openProvider,
  type SupplierAccess,
  supplierAccess,
} from "@/lib/suppliers/protocol/open-provider";
import { inBatches, type RefillReport } from "@/lib/suppliers/protocol/provider";
import { minute } from "@/lib/time";
import { refillIsLate } from "./refill-status";
import { alertUnknown } from "./send-refill";

const batchSize = 500;

/**
 * Asks suppliers for the status of their refills, a hundred at a time and less often with age; first makes refills
 * unknown whose worker died. A refill that can't be written is set aside. Any number may run at once. Returns how many
 * refills were asked about.
 */
export async function pollRefills(deps: CallDeps): Promise<number> {
  await runSteps(deps.db, { "lost refills": () => giveUpLostCalls(deps) });
  const due = await leaseRefills(deps.db);
  for (const batch of inBatches(due, (refill) => refill.supplierId)) await pollBatch(deps, batch);
  return due.length;
}

/** Makes refills unknown whose worker died in the call. The token stays, so that a late answer is still recorded. */
async function giveUpLostCalls(deps: CallDeps): Promise<void> {
  const isLost = Prisma.sql`
    state = 'sending' AND updated_at < now() - ${deps.leaseMs}::int * interval '1 millisecond'`;
  const lost = await deps.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM refills WHERE ${isLost} AND ${notSetAside("refills", Prisma.sql`refills.id::text`)}
    LIMIT ${batchSize}::int`;
  const unknown = await runIsolated(deps.db, "refills", lost, (refills) => {
    const ids = refills.map(({ id }) => id);
    return deps.db.$queryRaw<{ id: string; order_id: string }[]>`
      WITH lost AS (
        UPDATE refills SET state = 'unknown', reason = 'worker_lost', updated_at = now()
        WHERE id = ANY(${ids}::uuid[]) AND ${isLost} RETURNING id, item_id
      ), event AS (
        INSERT INTO order_events (order_id, item_id, type, data)
        SELECT item.order_id, item.id, 'refill.unknown', jsonb_build_object('reason', 'worker_lost')
        FROM lost JOIN fulfillment_items AS item ON item.id = lost.item_id
      )
      SELECT lost.id, item.order_id FROM lost JOIN fulfillment_items AS item ON item.id = lost.item_id`;
  });
  for (const refill of unknown.flat()) await alertUnknown(deps.db, refill.id, refill.order_id);
}

type DueRefill = {
  id: string;
  orderId: string;
  supplierRefillId: string;
  createdAt: Date;
  supplierId: string;
  access: SupplierAccess;
};

function leaseRefills(db: Database): Promise<DueRefill[]> {
  return leaseDue(
    db,
    "refills",
    {
      table: Prisma.sql`refills`,
      isDue: Prisma.sql`state = 'in_progress' AND supplier_refill_id IS NOT NULL`,
      limit: batchSize,
      leaseMs: minute,
    },
    Prisma.sql`
      SELECT refill.id, item.order_id AS "orderId", refill.supplier_refill_id AS "supplierRefillId",
        refill.created_at AS "createdAt", supplier.id AS "supplierId", ${supplierAccess}
      FROM leased AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
        JOIN suppliers AS supplier ON supplier.id = item.supplier_id`,
  );
}

async function pollBatch(deps: CallDeps, batch: DueRefill[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const answer = await openProvider(first.access, deps.provider)?.refillStatuses(
    batch.map((refill) => refill.supplierRefillId),
  );
  if (!answer?.ok) {
    const reason = answer?.reason ?? noAccess;
    logger.warn(
      { supplierId: first.supplierId, reason },
      "a supplier did not answer about its refills; they are asked about again later",
    );
    return;
  }
  const changes = batch.map((refill): Change => {
    const report = answer.reports.get(refill.supplierRefillId);
    const waitMs = nextCheckMs(databaseNow().getTime() - refill.createdAt.getTime(), deps.baseMs);
    return {
      id: refill.id,
      number: refill.supplierRefillId,
      state: report?.state ?? "in_progress",
      word: report?.word ?? null,
      wait_ms: waitMs,
    };
  });
  await runIsolated(deps.db, "refills", changes, (some) => record(deps.db, some));
}

type Change = {
  id: string;
  number: string;
  state: RefillReport["state"];
  word: string | null;
  wait_ms: number;
};

/** Records answers, without those for a number that an operator has replaced since. */
function record(db: Database, changes: Change[]): Promise<void> {
  return db.$transaction(async (tx) => {
    const ended = await tx.$queryRaw<{ order_id: string }[]>`
      WITH updated AS (
        UPDATE refills AS refill SET state = change.state::refill_state, updated_at = now(),
          reason = CASE WHEN change.state = 'rejected' THEN change.word END,
          next_check_at = CASE WHEN change.state = 'in_progress'
            THEN now() + change.wait_ms * interval '1 millisecond' END
        FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
          AS change(id uuid, number text, state text, word text, wait_ms int)
        WHERE refill.id = change.id AND refill.state = 'in_progress' AND refill.supplier_refill_id = change.number
        RETURNING refill.item_id, change.state, change.word
      )
      INSERT INTO order_events (order_id, item_id, type, data)
      SELECT item.order_id, item.id, 'refill.' || updated.state, jsonb_build_object('word', updated.word)
      FROM updated JOIN fulfillment_items AS item ON item.id = updated.item_id WHERE updated.state <> 'in_progress'
      RETURNING order_id`;
    const orderIds = [...new Set(ended.map((row) => row.order_id))];
    await enqueue(
      tx,
      orderIds.flatMap((orderId) => [countTargetsJob.of(orderId), decideDropsJob.of(orderId)]),
    );
  });
}

/** Keeps one alert for all refills whose supplier is late, and resolves it when none is left. */
export async function watchLateRefills(db: Database): Promise<void> {
  const [late] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count
    FROM refills AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
    WHERE ${refillIsLate}`;
  if (!late?.count) return resolveAlert(db, "late_refills");
  const refills = late.count === 1 ? "1 refill was" : `${late.count} refills were`;
  const message =
    `${refills} not accepted or not finished by the supplier within ${daysToFinishRefill} days. ` +
    `Open Needs me, ask the supplier, then decide ${late.count === 1 ? "it" : "each"}.`;
  await raiseAlert(db, { key: "late_refills", kind: "late_refills", message });
}
