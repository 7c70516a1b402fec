import { notSetAside, runIsolated, runSteps, setAside } from "@/lib/alerts/set-aside";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { takeIsolated } from "@/lib/db/isolate";
import { countTargetsJob } from "@/lib/delivery/progress/count-targets-job";
import { nextCheckMs } from "@/lib/delivery/progress/next-progress";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { mayBeSent } from "@/lib/quarantine/database-mark";
import { inBatches } from "@/lib/suppliers/in-batches";
import { openProvider, type SupplierAccess } from "@/lib/suppliers/protocol/open-provider";
import type { RefillReport } from "@/lib/suppliers/protocol/provider";
import { refillJob } from "./request-refill";
import { alertUnknown, type RefillDeps } from "./send-refill";

const batchSize = 500;

/**
 * Follows refills to their end: asks suppliers how they stand, a hundred at a time and less often with age, sends
 * those whose job got lost, and gives up calls whose worker died (`unknown`, never sent again by itself). Any number
 * may run at once; a refill that can't be written is set aside and the others go on. Returns how many refills were
 * asked about.
 */
export async function pollRefills(deps: RefillDeps): Promise<number> {
  await runSteps(deps.db, {
    "lost refills": () => giveUpLostCalls(deps),
    "forgotten refills": () => enqueueForgotten(deps.db),
  });
  const due = await leaseDue(deps.db);
  for (const batch of inBatches(due, (refill) => refill.supplierId)) await pollBatch(deps, batch);
  return due.length;
}

const isLost = (leaseMs: number) => Prisma.sql`
  state = 'sending' AND updated_at < now() - ${leaseMs}::int * interval '1 millisecond'
  AND ${notSetAside("refills", Prisma.sql`refills.id::text`)}`;

/** Its token stays: an answer that comes late still says what became of it. */
async function giveUpLostCalls(deps: RefillDeps): Promise<void> {
  const lost = await takeIsolated(
    (only) => takeLost(deps, only),
    () => listIds(deps.db, isLost(deps.leaseMs)),
    (id, error) => setAside(deps.db, "refills", id, error),
  );
  for (const refill of lost) await alertUnknown(deps, refill.id, refill.order_id);
}

async function listIds(db: Database, condition: Prisma.Sql): Promise<string[]> {
  const rows = await db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM refills WHERE ${condition} LIMIT ${batchSize}::int`;
  return rows.map(({ id }) => id);
}

function takeLost(deps: RefillDeps, only: string[] | null): Promise<{ id: string; order_id: string }[]> {
  return deps.db.$queryRaw`
    WITH lost AS (
      UPDATE refills SET state = 'unknown', reason = 'worker_lost', updated_at = now()
      WHERE ${isLost(deps.leaseMs)} AND (${only}::uuid[] IS NULL OR id = ANY(${only}::uuid[]))
      RETURNING id, item_id
    ), line AS (
      INSERT INTO order_events (order_id, item_id, type, data)
      SELECT item.order_id, item.id, 'refill.unknown', jsonb_build_object('reason', 'worker_lost')
      FROM lost JOIN fulfillment_items AS item ON item.id = lost.item_id
    )
    SELECT lost.id, item.order_id FROM lost JOIN fulfillment_items AS item ON item.id = lost.item_id`;
}

async function enqueueForgotten(db: Database): Promise<void> {
  const forgotten = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM refills
    WHERE state = 'requested' AND created_at < now() - interval '1 minute'
      AND (next_check_at IS NULL OR next_check_at <= now()) AND ${mayBeSent()}
    ORDER BY created_at LIMIT ${batchSize}::int`;
  await enqueue(
    db,
    forgotten.map(({ id }) => ({ ...refillJob(id), keepsRunAt: true })),
  );
}

type DueRefill = {
  id: string;
  itemId: string;
  orderId: string;
  supplierRefillId: string;
  createdAt: Date;
  supplierId: string;
  access: SupplierAccess;
};

const isDue = Prisma.sql`
  state = 'in_progress' AND next_check_at <= now() AND supplier_refill_id IS NOT NULL
  AND ${notSetAside("refills", Prisma.sql`refills.id::text`)}`;

function leaseDue(db: Database): Promise<DueRefill[]> {
  return takeIsolated(
    (only) => lease(db, only),
    () => listIds(db, isDue),
    (id, error) => setAside(db, "refills", id, error),
  );
}

function lease(db: Database, only: string[] | null): Promise<DueRefill[]> {
  return db.$queryRaw`
    WITH due AS (
      SELECT id FROM refills WHERE ${isDue} AND (${only}::uuid[] IS NULL OR id = ANY(${only}::uuid[]))
      ORDER BY next_check_at LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED
    )
    UPDATE refills AS refill SET next_check_at = now() + interval '1 minute'
    FROM due, fulfillment_items AS item, suppliers AS supplier
    WHERE refill.id = due.id AND item.id = refill.item_id AND supplier.id = item.supplier_id
    RETURNING refill.id, item.id AS "itemId", item.order_id AS "orderId",
      refill.supplier_refill_id AS "supplierRefillId", refill.created_at AS "createdAt",
      supplier.id AS "supplierId", json_build_object('kind', supplier.kind, 'apiUrl', supplier.api_url,
        'apiKeySealed', supplier.api_key_sealed) AS access`;
}

async function pollBatch(deps: RefillDeps, batch: DueRefill[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const answer = await openProvider(first.access, deps.provider)?.refillStatuses(
    batch.map((refill) => refill.supplierRefillId),
  );
  if (!answer?.ok) {
    const reason = answer?.reason ?? "the address or the key can't be used";
    logger.warn({ supplierId: first.supplierId, reason }, "a supplier did not answer about its refills");
    return;
  }
  const changes = batch.map((refill): Change => {
    const report: RefillReport | undefined = answer.reports.get(refill.supplierRefillId);
    const waitMs = nextCheckMs(databaseNow().getTime() - refill.createdAt.getTime(), deps.baseMs);
    return {
      id: refill.id,
      state: report?.state ?? "in_progress",
      word: report?.word ?? null,
      wait_ms: waitMs,
    };
  });
  await runIsolated(deps.db, "refills", {
    entries: changes,
    idOf: (change) => change.id,
    run: (some) => record(deps.db, some),
  });
}

type Change = { id: string; state: RefillReport["state"]; word: string | null; wait_ms: number };

function record(db: Database, changes: Change[]): Promise<void> {
  return db.$transaction(async (tx) => {
    const ended = await tx.$queryRaw<{ order_id: string }[]>`
      WITH updated AS (
        UPDATE refills AS refill SET state = change.state::refill_state, updated_at = now(),
          reason = CASE WHEN change.state = 'rejected' THEN change.word END,
          next_check_at = CASE WHEN change.state = 'in_progress'
            THEN now() + change.wait_ms * interval '1 millisecond' END
        FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change(id uuid, state text, word text, wait_ms int)
        WHERE refill.id = change.id AND refill.state = 'in_progress'
        RETURNING refill.item_id, change.state, change.word
      )
      INSERT INTO order_events (order_id, item_id, type, data)
      SELECT item.order_id, item.id, 'refill.' || updated.state, jsonb_build_object('word', updated.word)
      FROM updated JOIN fulfillment_items AS item ON item.id = updated.item_id WHERE updated.state <> 'in_progress'
      RETURNING order_id`;
    const orderIds = [...new Set(ended.map((row) => row.order_id))];
    await enqueue(
      tx,
      orderIds.map((orderId) => countTargetsJob(orderId)),
    );
  });
}
