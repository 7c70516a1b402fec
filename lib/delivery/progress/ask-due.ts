import { Prisma } from "@/lib/base/db/generated/client";
import { takeIsolated } from "@/lib/base/db/isolate";
import { logger } from "@/lib/base/logger";
import {
  noAccess,
  openProvider,
  type SupplierAccess,
  type SupplierDeps,
  supplierAccess,
} from "@/lib/delivery/suppliers/protocol/open-provider";
import {
  type BatchAnswer,
  type FulfillmentProvider,
  inBatches,
} from "@/lib/delivery/suppliers/protocol/provider";
import { type Batch, notSetAside, runIsolated, setAside } from "@/lib/mail/alerts/set-aside";

/** The most rows that are leased at once. */
export const mostAtOnce = 1_000;
const concurrentBatches = 4;

/** `number` names the row at its supplier; without one there is nothing to ask. */
type Due = { id: string; supplierId: string; number: string | null; access: SupplierAccess };

type Question<Row, Report> = {
  batch: Batch;
  table: Prisma.Sql;
  isDue: Prisma.Sql;
  /** A row is due again after this time if its answer is not recorded. */
  leaseMs: number;
  /** The columns of `Row`, and the row `leased` joined with its `item`. */
  columns: Prisma.Sql;
  from: Prisma.Sql;
  ask(provider: FulfillmentProvider, numbers: string[]): Promise<BatchAnswer<Report>>;
  /** All or nothing, or safe to repeat. */
  record(rows: Row[], reports: Map<string, Report>, supplierId: string): Promise<unknown>;
  /** Called with the rows about which the supplier said nothing. */
  onSilence?(rows: Row[]): Promise<unknown>;
};

/** The parts of a question about items. */
export const aboutItems = {
  table: Prisma.sql`fulfillment_items`,
  columns: Prisma.sql`item.id, item.order_id AS "orderId", item.target_key AS "targetKey", item.state::text,
    item.quantity, item.remains, item.start_count AS "startCount", item.provider_status AS "providerStatus",
    item.leased_at AS "leasedAt", item.last_checked_at IS NULL AS "isFirst",
    item.reason, item.review_since AS "reviewSince", item.provider_order_id AS number`,
  from: Prisma.sql`leased AS item`,
  ask: (provider: FulfillmentProvider, numbers: string[]) => provider.statuses(numbers),
};

/**
 * Leases rows whose next check is due, so that concurrent callers share them, and asks their suppliers about them, a
 * hundred a request. A row that can't be leased, or whose answer can't be recorded, is set aside in `batch`. Returns how
 * many rows were due.
 */
export async function askDue<Row extends { id: string }, Report>(
  { db, provider: options }: SupplierDeps,
  { batch, table, isDue, leaseMs, columns, from, ask, record, onSilence }: Question<Row, Report>,
): Promise<number> {
  const due = Prisma.sql`
    SELECT id FROM ${table}
    WHERE ${isDue} AND next_check_at <= now() AND ${notSetAside(batch, Prisma.sql`${table}.id::text`)}`;
  const first = Prisma.sql`ORDER BY next_check_at LIMIT ${mostAtOnce}::int`;
  const rows = await takeIsolated(
    (only) => db.$queryRaw<(Row & Due)[]>`
      WITH due AS (
        ${due} AND (${only}::uuid[] IS NULL OR id = ANY(${only}::uuid[])) ${first} FOR UPDATE SKIP LOCKED
      ), leased AS (
        UPDATE ${table} SET next_check_at = now() + ${leaseMs}::int * interval '1 millisecond'
        FROM due WHERE ${table}.id = due.id RETURNING ${table}.*
      )
      SELECT ${columns}, supplier.id AS "supplierId", ${supplierAccess}
      FROM ${from} JOIN suppliers AS supplier ON supplier.id = item.supplier_id`,
    async () => (await db.$queryRaw<{ id: string }[]>`${due} ${first}`).map(({ id }) => id),
    (id, error) => setAside(db, batch, id, error),
  );
  const batches = inBatches(rows, ({ supplierId }) => supplierId);
  for (let start = 0; start < batches.length; start += concurrentBatches) {
    await Promise.all(batches.slice(start, start + concurrentBatches).map(askAbout));
  }
  return rows.length;

  async function askAbout(some: (Row & Due)[]): Promise<void> {
    const [{ supplierId, access } = {}] = some;
    if (!supplierId || !access) return;
    const numbers = some.flatMap(({ number }) => number ?? []);
    const nothingAsked: BatchAnswer<Report> = { ok: true, reports: new Map(), unanswered: new Set() };
    const provider = openProvider(access, options);
    const answer = numbers.length === 0 ? nothingAsked : provider && (await ask(provider, numbers));
    const silent = answer?.ok ? some.filter(({ number }) => answer.unanswered.has(number ?? "")) : some;
    if (answer?.ok) {
      const answered = some.filter((row) => !silent.includes(row));
      await runIsolated(db, batch, answered, (part) => record(part, answer.reports, supplierId));
    }
    if (silent.length === 0) return;
    const reason = answer?.ok ? "too many refusals" : (answer?.reason ?? noAccess);
    logger.warn(
      { batch, supplierId, reason, rows: silent.length },
      "a supplier did not answer; it is asked again later",
    );
    await onSilence?.(silent);
  }
}
