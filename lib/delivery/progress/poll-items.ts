import { runIsolated } from "@/lib/alerts/set-aside";
import { databaseNow, startStopwatch } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import {
  openProvider,
  type ProviderOptions,
  type SupplierAccess,
  supplierAccess,
} from "@/lib/suppliers/protocol/open-provider";
import { inBatches } from "@/lib/suppliers/protocol/provider";
import { minute } from "@/lib/time";
import { inSet } from "../item-status";
import { applyReports, type PolledItem } from "./apply-reports";
import { leaseDue } from "./lease-due";

export type PollDeps = {
  db: Database;
  provider: ProviderOptions;
  /** The shortest time between two status requests for one item. */
  baseMs: number;
  /** No further batches are begun after this time. */
  budgetMs: number;
};

// When an item is due again if its poller dies.
const leaseMs = minute;
const batchSize = 1_000;
const concurrentBatches = 4;

/**
 * Asks suppliers for the status of their open items, a hundred items a request. Any number of pollers may run at once.
 * A supplier that fails changes nothing; its items are asked about again later. An item whose report can't be written
 * is set aside, and the others are not affected. Returns how many items were asked about.
 */
export async function pollItems(deps: PollDeps): Promise<number> {
  const elapsed = startStopwatch();
  let count = 0;
  while (elapsed() < deps.budgetMs) {
    const items = await leaseItems(deps.db);
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

function leaseItems(db: Database): Promise<DueItem[]> {
  return leaseDue(
    db,
    "status",
    {
      table: Prisma.sql`fulfillment_items`,
      isDue: Prisma.sql`state ${inSet("atSupplier")} AND provider_order_id IS NOT NULL`,
      limit: batchSize,
      leaseMs,
    },
    Prisma.sql`
      SELECT item.id, item.order_id AS "orderId", item.target_key AS "targetKey", item.state::text, item.quantity,
        item.remains, item.start_count AS "startCount", item.provider_status AS "providerStatus",
        item.leased_at AS "leasedAt", item.last_checked_at IS NULL AS "isFirst",
        item.provider_order_id AS "providerOrderId", item.supplier_id AS "supplierId", ${supplierAccess}
      FROM leased AS item JOIN suppliers AS supplier ON supplier.id = item.supplier_id`,
  );
}

async function pollBatch(deps: PollDeps, batch: DueItem[]): Promise<void> {
  const first = batch[0];
  if (!first) return;
  const provider = openProvider(first.access, deps.provider);
  const answer = provider
    ? await provider.statuses(batch.map((item) => item.providerOrderId))
    : { ok: false as const, reason: "the address or the key can't be used" };
  if (answer.ok) {
    const context = { now: databaseNow(), baseMs: deps.baseMs };
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
    WHERE id = ANY(${batch.map((item) => item.id)}::uuid[]) AND state ${inSet("atSupplier")}`;
}
