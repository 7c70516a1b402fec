import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { type RefusalCode, refusalCodes } from "@/lib/delivery/suppliers/protocol/refusal-codes";
import { isMappableSql } from "@/lib/shop/catalog/mappable";

/** The median and the 90th percentile of the durations, in seconds. */
export type Durations = { counted: number; p50: number | null; p90: number | null };

/**
 * The items that were counted, their charge in the record's currency, the units that had arrived at completion, and
 * those that this count found.
 */
export type CountedUnits = { items: number; charge: number; arrived: number; found: number };

/** How a supplier service that is mapped to one of ours performed in a period, by our own counts and clock. */
export type ServiceRecord = {
  mappingId: string;
  smmServiceId: number;
  /** Our service. */
  ours: string;
  supplierName: string;
  serviceName: string;
  /** True while the service is mapped, and its supplier is neither paused nor on hold. */
  isAskable: boolean;
  /** The currency of its charges; null where there were several. */
  currency: string | null;
  /** Without calls that were refused for no fault of the supplier. */
  calls: number;
  refused: number;
  /** Calls without an answer and without evidence. */
  lost: number;
  /** Items that it accepted, by their state; `overdue` ones are still open after three days. */
  taken: number;
  completed: number;
  partial: number;
  canceled: number;
  overdue: number;
  /** From the supplier's acceptance until one of our counts found that the counter had moved, so an upper bound. */
  startCounted: Durations;
  /** The same, as the supplier reported it. */
  startReported: Durations;
  finish: Durations;
  /** Completed items with a charge that were counted before and after. */
  counted: CountedUnits;
  /**
   * Those of them that were counted again 4 to 6 days, and 30 days, after their end, at a target without later items.
   */
  after5: CountedUnits;
  after30: CountedUnits;
};

/** SQL: how long items took from their acceptance until the moment in a column; those without one are left out. */
function durations(column: Prisma.Sql): Prisma.Sql {
  const seconds = Prisma.sql`(extract(epoch FROM ${column} - submitted_at)::float8)`;
  return Prisma.sql`jsonb_build_object('counted', count(${seconds}),
    'p50', percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds}),
    'p90', percentile_cont(0.9) WITHIN GROUP (ORDER BY ${seconds}))`;
}

/** SQL: the sums over the rows that have a column of units found. */
function units(found: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('items', count(${found}),
    'charge', COALESCE(sum(charge) FILTER (WHERE ${found} IS NOT NULL), 0),
    'arrived', COALESCE(sum(arrived) FILTER (WHERE ${found} IS NOT NULL), 0), 'found', COALESCE(sum(${found}), 0))`;
}

/** SQL: what the first look in this `order`, of those from a time after the end, has shown to be there. */
function shown(order: Prisma.Sql, from: string, to: string): Prisma.Sql {
  return Prisma.sql`(array_agg(units_there ORDER BY ${order}) FILTER (WHERE units_there IS NOT NULL
    AND taken_at BETWEEN taken.finished_at + ${from}::interval AND taken.finished_at + ${to}::interval))[1]`;
}

/** SQL: the units of a column that had arrived and stayed. What was missing between and refilled has not. */
function stayed(there: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN arrived IS NOT NULL AND ${there} IS NOT NULL AND NOT is_covered
    THEN GREATEST(LEAST(arrived, ${there}, quantity - dropped), 0) END`;
}

// A refusal because of a target, a quantity, or our balance, account, key, address or pace is not the supplier's fault.
const isSuppliersFault: Record<RefusalCode, boolean> = {
  bad_key: false,
  access_denied: false,
  no_funds: false,
  service_gone: true,
  service_unavailable: true,
  bad_quantity: false,
  bad_target: false,
  target_busy: false,
  rate_limited: false,
  wrong_address: false,
  unreachable: true,
  not_executed: true,
  other: true,
};
const suppliersFaults = refusalCodes.filter((code) => isSuppliersFault[code]);

// The most items or calls of one service that are read; older ones of the period would change little.
const mostRead = 2_000;

/**
 * The record of every mapped service over the last `days`, in the order in which they are asked. One statement over at
 * most 2,000 items and calls of each.
 */
export async function loadScorecard(db: Db, days: number): Promise<ServiceRecord[]> {
  const begin = Prisma.sql`now() - ${days}::int * interval '1 day'`;
  const latest = Prisma.sql`taken_at DESC`;
  return db.$queryRaw<ServiceRecord[]>`
    WITH mapped AS (
      SELECT mapping.id AS "mappingId", smm_service_id AS "smmServiceId", preference, ours.platform_slug, ours.service_slug,
        ours.variant,
        ours.name AS ours, supplier.name AS "supplierName", service.name AS "serviceName",
        mapping.is_active AND supplier.is_active AND COALESCE(supplier.hold_until <= now(), true)
          AND ${isMappableSql} AS "isAskable",
        service.id AS service_id, service.external_id, supplier.id AS supplier_id, supplier.balance_currency
      FROM service_mappings AS mapping
      JOIN smm_services AS ours ON ours.id = mapping.smm_service_id
      JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
      JOIN suppliers AS supplier ON supplier.id = service.supplier_id
    ), taken AS (
      SELECT "mappingId", item.*, lower(COALESCE(item.charge_currency, mapped.balance_currency, 'usd')) AS currency
      FROM mapped CROSS JOIN LATERAL (
        SELECT id, order_id, target_key, state, quantity, submitted_at, finished_at, charge, charge_currency
        FROM fulfillment_items
        WHERE supplier_service_id = mapped.service_id AND platform_slug = mapped.platform_slug
          AND service_slug = mapped.service_slug AND variant = mapped.variant AND submitted_at > ${begin}
        ORDER BY submitted_at DESC LIMIT ${mostRead}::int
      ) AS item
    ), counted AS (
      SELECT taken.*, seen.*,
        CASE WHEN state = 'completed' THEN finished_at END AS completed_at,
        CASE WHEN state = 'completed' AND charge IS NOT NULL THEN seen.at_end END AS arrived,
        CASE WHEN seen.is_probed THEN (
          SELECT min(taken_at) FROM target_counts
          WHERE item_id = taken.id AND moment <> 'before' AND COALESCE(lowest, count) > seen.before + taken.quantity / 100
        ) END AS started_at, (
          SELECT min(created_at) FROM order_events
          WHERE order_id = taken.order_id AND item_id = taken.id
            AND type = 'item.changed' AND "to" IN ('in_progress', 'completed')
        ) AS told_at,
        EXISTS (SELECT FROM fulfillment_items AS later
          WHERE later.target_key = taken.target_key AND later.finished_at > taken.finished_at)
        OR EXISTS (SELECT FROM fulfillment_items AS later
          WHERE later.target_key = taken.target_key AND later.state ${inSet("holdsTarget")}) AS is_covered
      FROM taken CROSS JOIN LATERAL (
        SELECT min(COALESCE(highest, count)) FILTER (WHERE moment = 'before') AS before, bool_or(moment = 'start') AS is_probed,
          ${shown(Prisma.sql`taken_at`, "1 hour", "2 days")} AS at_end,
          ${shown(latest, "94 hours", "6 days")} AS at_5,
          ${shown(latest, "30 days", "31 days")} AS at_30,
          COALESCE(max(units_missing) FILTER (WHERE taken_at < taken.finished_at + interval '31 days'), 0) AS dropped
        FROM target_counts WHERE item_id = taken.id
      ) AS seen
    ), measured AS (
      SELECT *, ${stayed(Prisma.sql`at_5`)} AS stayed_5, ${stayed(Prisma.sql`at_30`)} AS stayed_30 FROM counted
    ), summed AS (
      SELECT "mappingId", CASE WHEN count(DISTINCT currency) = 1 THEN min(currency) END AS currency,
        count(id)::int AS taken,
        count(*) FILTER (WHERE state = 'completed')::int AS completed,
        count(*) FILTER (WHERE state = 'partial')::int AS partial,
        count(*) FILTER (WHERE state = 'canceled')::int AS canceled,
        count(*) FILTER (WHERE state ${inSet("atSupplier")} AND submitted_at < now() - interval '3 days')::int AS overdue,
        ${durations(Prisma.sql`started_at`)} AS "startCounted", ${durations(Prisma.sql`told_at`)} AS "startReported",
        ${durations(Prisma.sql`completed_at`)} AS finish,
        ${units(Prisma.sql`arrived`)} AS counted, ${units(Prisma.sql`stayed_5`)} AS after5, ${units(Prisma.sql`stayed_30`)} AS after30
      FROM mapped LEFT JOIN measured USING ("mappingId") GROUP BY "mappingId"
    )
    SELECT * FROM mapped JOIN summed USING ("mappingId") CROSS JOIN LATERAL (
      SELECT count(*)::int AS calls, count(*) FILTER (WHERE outcome = 'rejected')::int AS refused,
        count(*) FILTER (WHERE outcome = 'unknown')::int AS lost
      FROM (
        SELECT outcome FROM supplier_calls
        WHERE supplier_id = mapped.supplier_id AND started_at > ${begin}
          AND action = 'add' AND request ->> 'service' = mapped.external_id
          AND (outcome IN ('accepted', 'unknown')
            OR (outcome = 'rejected' AND reason = ANY(${suppliersFaults}::text[])))
        ORDER BY started_at DESC LIMIT ${mostRead}::int
      ) AS newest
    ) AS calls
    ORDER BY "smmServiceId", preference, "mappingId"`;
}
