import { notSetAside, runIsolated, setAside } from "@/lib/alerts/set-aside";
import { databaseNow, startStopwatch } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { takeIsolated } from "@/lib/db/isolate";
import { logger } from "@/lib/logger";
import { inBatches } from "@/lib/suppliers/in-batches";
import {
  openProvider,
  type ProviderOptions,
  type SupplierAccess,
} from "@/lib/suppliers/protocol/open-provider";
import { minute } from "@/lib/time";
import { applyReports, type PolledItem } from "./apply-reports";

export type PollDeps = {
  db: Database;
  provider: ProviderOptions;
  /** The shortest time between two questions about one item. */
  baseMs: number;
  /** No further batches are begun after this time. */
  budgetMs: number;
  /** Where alerts go when the settings name nobody. */
  supportEmail: string;
};

// While one poller asks about an item, no other one does; should it die, the item is due again after this.
const leaseMs = minute;
const batchSize = 1_000;
const concurrentBatches = 4;

/**
 * Asks suppliers how their open items stand: one request a hundred items. Pollers at work at the same time share the
 * items among them. A supplier that fails changes nothing; its items are asked about again later. An item whose report
 * can't be written is set aside and its siblings go on. Returns how many items were asked about.
 */
export async function pollItems(deps: PollDeps): Promise<number> {
  const elapsed = startStopwatch();
  let count = 0;
  while (elapsed() < deps.budgetMs) {
    const items = await leaseDue(deps.db);
    count += items.length;
    const batches = inBatches(items, (item) => item.supplierId);
    for (let start = 0; start < batches.length; start += concurrentBatches) {
      await Promise.all(
        batches.slice(start, start + concurrentBatches).map((batch) => pollBatch(deps, batch)),
      );
    }
    if (items.length < batchSize) break;
  }
  return count;
}

type DueItem = PolledItem & { access: SupplierAccess };
type DueRow = {
  id: string;
  order_id: string;
  target_key: string;
  state: "submitted" | "in_progress";
  quantity: number;
  remains: number | null;
  start_count: number | null;
  provider_status: string | null;
  leased_at: Date | null;
  last_checked_at: Date | null;
  provider_order_id: string;
  supplier_id: string;
  kind: SupplierAccess["kind"];
  api_url: string | null;
  api_key_sealed: string | null;
};

const isDue = Prisma.sql`
  state IN ('submitted', 'in_progress') AND next_check_at <= now() AND provider_order_id IS NOT NULL
  AND ${notSetAside("status", Prisma.sql`fulfillment_items.id::text`)}`;

async function leaseDue(db: Database): Promise<DueItem[]> {
  const rows = await takeIsolated<DueRow>(
    (only) => lease(db, only),
    async () => {
      const due = await db.$queryRaw<{ id: string }[]>`
        SELECT id FROM fulfillment_items WHERE ${isDue} ORDER BY next_check_at LIMIT ${batchSize}::int`;
      return due.map(({ id }) => id);
    },
    (id, error) => setAside(db, "status", id, error),
  );
  return rows.map(toDueItem);
}

function lease(db: Database, only: string[] | null): Promise<DueRow[]> {
  return db.$queryRaw`
    WITH due AS (
      SELECT id FROM fulfillment_items
      WHERE ${isDue} AND (${only}::uuid[] IS NULL OR id = ANY(${only}::uuid[]))
      ORDER BY next_check_at LIMIT ${batchSize}::int
      FOR UPDATE SKIP LOCKED
    )
    UPDATE fulfillment_items AS item SET next_check_at = now() + ${leaseMs}::int * interval '1 millisecond'
    FROM due, suppliers AS supplier
    WHERE item.id = due.id AND supplier.id = item.supplier_id
    RETURNING item.id, item.order_id, item.target_key, item.state::text, item.quantity, item.remains,
      item.start_count, item.provider_status, item.leased_at, item.last_checked_at, item.provider_order_id, item.supplier_id,
      supplier.kind::text, supplier.api_url, supplier.api_key_sealed`;
}

function toDueItem(row: DueRow): DueItem {
  return {
    id: row.id,
    orderId: row.order_id,
    targetKey: row.target_key,
    state: row.state,
    quantity: row.quantity,
    remains: row.remains,
    startCount: row.start_count,
    providerStatus: row.provider_status,
    leasedAt: row.leased_at,
    providerOrderId: row.provider_order_id,
    supplierId: row.supplier_id,
    isFirst: row.last_checked_at === null,
    access: { kind: row.kind, apiUrl: row.api_url, apiKeySealed: row.api_key_sealed },
  };
}

async function pollBatch(deps: PollDeps, batch: DueItem[]): Promise<void> {
  const first = batch[0];
  if (!first) return;
  const provider = openProvider(first.access, deps.provider);
  const answer = provider
    ? await provider.statuses(batch.map((item) => item.providerOrderId))
    : { ok: false as const, reason: "the address or the key can't be used" };
  if (answer.ok) {
    const { baseMs, supportEmail } = deps;
    const context = { now: databaseNow(), baseMs, supportEmail };
    return runIsolated(deps.db, "status", {
      entries: batch,
      idOf: (item) => item.id,
      run: (items) => applyReports(deps.db, items, answer.reports, context),
    });
  }
  logger.warn(
    { supplierId: first.supplierId, reason: answer.reason },
    "a supplier did not answer about its orders",
  );
  await deps.db.$executeRaw`
    UPDATE fulfillment_items SET next_check_at = now() + ${deps.baseMs}::int * interval '1 millisecond'
    WHERE id = ANY(${batch.map((item) => item.id)}::uuid[]) AND state IN ('submitted', 'in_progress')`;
}
