import type { Db } from "@/lib/base/db/client";
import { minute } from "@/lib/base/time/time";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import { offSaleReason, suppliesEntry, withSupply } from "@/lib/shop/catalog/load-catalog";
import { isMappableSql } from "@/lib/shop/catalog/mappable";
import type { Matter } from "./needs-me-rules";
import {
  findOutages,
  type Offered,
  type Outage,
  type SupplierHealth,
  spentAt,
  usualPayments,
} from "./needs-me-supply-rules";

/**
 * What the shop sells and can't deliver, the balances that won't last the night, and a silence of payments: matters
 * that have no row of their own.
 */
export async function loadSupplyMatters(db: Db, now: Date): Promise<Matter[]> {
  const [offered, offSale, silence] = await Promise.all([
    loadOffered(db),
    loadOffSale(db, now),
    loadSilence(db, now),
  ]);
  const outages = findOutages(offered);
  const waiting = outages.length > 0 ? await loadWaiting(db) : [];
  return [
    ...outages.map((outage) => outageMatter(outage, waiting, now)),
    ...offSale,
    ...balanceMatters(offered, now),
    ...silence,
  ];
}

type OfferedRow = SupplierHealth & { platform: string; service: string; hasSupplier: boolean };

/** Every live service with a package on sale, with each supplier that is mapped to it. */
async function loadOffered(db: Db): Promise<Offered[]> {
  const rows = await db.$queryRaw<OfferedRow[]>`
    SELECT own.platform_slug AS platform, own.service_slug AS service, supplier.id IS NOT NULL AS "hasSupplier",
      supplier.id, supplier.name, supplier.kind = 'manual' AS "isManual", supplier.is_active AS "isActive",
      supplier.paused_at AS "pausedAt",
      -- Without funds it sells nothing before it takes an order again.
      CASE WHEN supplier.hold_until > now() OR supplier.hold_reason = 'no_funds'
        THEN COALESCE(supplier.hold_reason, 'operator') END AS "holdReason",
      supplier.failures, supplier.balance::float8, supplier.balance_currency AS currency,
      supplier.spent::float8, supplier.spent_since AS "spentSince",
      (SELECT min(first_at) FROM operator_alerts
        WHERE resolved_at IS NULL AND split_part(key, ':', 2) = supplier.id::text) AS "alertAt"
    FROM smm_services AS own
    JOIN platform_services AS sold ON sold.platform = own.platform_slug AND sold.slug = own.service_slug
      AND sold.status = 'live'
    JOIN platforms ON platforms.slug = sold.platform AND platforms.status = 'live'
    LEFT JOIN (service_mappings AS mapping
      JOIN supplier_services AS service ON service.id = mapping.supplier_service_id AND ${isMappableSql}
      JOIN suppliers AS supplier ON supplier.id = service.supplier_id
    ) ON mapping.smm_service_id = own.id AND mapping.is_active
    WHERE EXISTS (SELECT FROM packages
      WHERE packages.is_active AND packages.service_slug = own.service_slug AND packages.variant = own.variant
        AND own.platform_slug = ANY(packages.platform_slugs))
    ORDER BY own.id, mapping.preference`;
  return rows.map(({ platform, service, hasSupplier, ...supplier }) => ({
    platform,
    service,
    supplier: hasSupplier ? supplier : null,
  }));
}

type Waiting = { platform: string; service: string; orders: number; cents: number };

/** The paid orders that have not been sent, by service; of very many, a thousand items. */
function loadWaiting(db: Db): Promise<Waiting[]> {
  return db.$queryRaw`
    SELECT item.platform_slug AS platform, item.service_slug AS service, count(DISTINCT item.order_id)::int AS orders,
      LEAST(sum(orders.paid_cents::bigint * item.quantity / GREATEST(orders.quantity, 1)), 2147483647)::int AS cents
    FROM (SELECT * FROM fulfillment_items WHERE state = 'ready' LIMIT 1000) AS item
    JOIN orders ON orders.id = item.order_id GROUP BY 1, 2`;
}

/** What a matter without a row of its own has in common with the others. */
const blank = { detail: null, count: 0, version: null, cents: 0, dueAt: null };

function outageMatter(outage: Outage, waiting: Waiting[], now: Date): Matter {
  const isOut = (one: Waiting) =>
    outage.services.some(({ platform, service }) => platform === one.platform && service === one.service);
  const out = waiting.filter(isOut);
  const since = outage.since ?? dayOf(now);
  const names = outage.services.map(({ platform, service }) => `${platform}-${service}`);
  return {
    ...blank,
    subject: `supply:${names.join("+")}`,
    kind: "no_supply",
    id: outage.suppliers[0]?.id ?? "",
    text: "",
    count: out.reduce((sum, { orders }) => sum + orders, 0),
    cents: out.reduce((sum, { cents }) => sum + cents, 0),
    since,
    newestAt: since,
    outage,
  };
}

/** Where the time is not known, it is the day's: a snooze must not see a new matter at each look. */
const dayOf = (now: Date) => new Date(now.toISOString().slice(0, 10));

/** The packages of services that are delivered, which are off sale for their price or their size. */
async function loadOffSale(db: Db, now: Date): Promise<Matter[]> {
  const rows = await db.$queryRaw<{ label: string; quantity: number; one: string; many: string }[]>`
    ${withSupply}
    SELECT platforms.label, entry.quantity, units.one, units.many
    FROM packages AS entry
    JOIN supply ON ${suppliesEntry}
    JOIN platforms ON platforms.slug = supply.platform
    JOIN platform_services AS sold ON sold.platform = supply.platform AND sold.slug = supply.service
    JOIN units ON units.slug = sold.unit
    WHERE entry.is_active AND ${offSaleReason} IS NOT NULL
    ORDER BY platforms.position, entry.position`;
  if (rows.length === 0) return [];
  const names = rows
    .slice(0, 3)
    .map(({ label, quantity, ...unit }) => `${label} ${amountLabel(quantity, unit)}`);
  const since = dayOf(now);
  const matter = {
    subject: "offers:off-sale",
    kind: "off_sale",
    id: "off-sale",
    text: names.join(", "),
  } as const;
  return [{ ...blank, ...matter, count: rows.length, since, newestAt: since }];
}

function balanceMatters(offered: Offered[], now: Date): Matter[] {
  const suppliers = new Map(
    offered.flatMap(({ supplier }) => (supplier ? [[supplier.id, supplier] as const] : [])),
  );
  return [...suppliers.values()].flatMap((supplier) => {
    const { id, name, balance, currency, spentSince } = supplier;
    const dueAt = spentAt(supplier, now);
    if (!dueAt || !spentSince) return [];
    return [
      {
        ...blank,
        subject: `supplier:${id}`,
        kind: "balance" as const,
        id,
        text: name,
        detail: `${balance?.toFixed(2)} ${currency ?? ""}`.trim(),
        since: spentSince,
        newestAt: spentSince,
        dueAt,
      },
    ];
  });
}

/** Shorter silences are not looked at, so that a busy shop asks nothing. */
const shortestSilenceMs = 15 * minute;
const daysBack = 28;
/** More payments than this in the same hours say nothing more. */
const mostCounted = 50;

/** The silence since the last payment, if the same hours of earlier days always had payments. */
async function loadSilence(db: Db, now: Date): Promise<Matter[]> {
  const [last] = await db.$queryRaw<{ at: Date }[]>`
    SELECT paid_at AS at FROM orders WHERE paid_at IS NOT NULL ORDER BY paid_at DESC LIMIT 1`;
  if (!last || now.getTime() - last.at.getTime() < shortestSilenceMs) return [];
  const days = await db.$queryRaw<{ payments: number }[]>`
    WITH silence AS (
      SELECT GREATEST(${last.at}::timestamptz, ${now}::timestamptz - interval '1 day') AS began, ${now}::timestamptz AS ended,
        (SELECT paid_at FROM orders WHERE paid_at IS NOT NULL ORDER BY paid_at LIMIT 1) AS first_payment
    )
    SELECT (SELECT count(*)::int FROM (SELECT FROM orders
        WHERE paid_at > began - back * interval '1 day' AND paid_at <= ended - back * interval '1 day'
        LIMIT ${mostCounted}::int) AS paid) AS payments
    FROM silence, generate_series(1, ${daysBack}::int) AS back
    WHERE began - back * interval '1 day' > first_payment`;
  const usual = usualPayments(days.map(({ payments }) => payments));
  if (usual === null) return [];
  const silence = {
    subject: "sales:silence",
    kind: "no_payment",
    id: "silence",
    text: String(usual),
  } as const;
  return [{ ...blank, ...silence, count: days.length, since: last.at, newestAt: last.at }];
}
