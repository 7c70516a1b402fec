import type { Db } from "@/lib/base/db/client";
import { mostPosts, type UnitWords } from "@/lib/shop/catalog/catalog";
import { leastMarginPercent, mappedServices, withSupply } from "@/lib/shop/catalog/load-catalog";

/** A package or add-on for one platform, with its suppliers' rates. */
export type MarginRow = {
  /** An extra is an add-on of another service: one delivery of its own, as a package is. */
  kind: "package" | "add_on" | "extra";
  id: string;
  platform: string;
  platformLabel: string;
  service: string;
  variant: string;
  unit: UnitWords;
  /** Units go to posts or videos, each with its share, instead of to one place. */
  isSpread: boolean;
  /** The page that an add-on is sold on; null for packages. */
  surface: string | null;
  quantity: number;
  priceCents: number;
  supplierName: string | null;
  currency: string | null;
  /** Of the first supplier, and of the most expensive one in its currency; decimal text per 1,000. */
  ratePer1000: string | null;
  dearestRatePer1000: string | null;
  /** The setting: what a price leaves at least. */
  leastMarginPercent: number;
  /** The limits of one target; null without a supplier. */
  minQuantity: number | null;
  maxQuantity: number | null;
};

export type MarginProblem =
  | "no_supplier"
  | "currency"
  | "below_margin"
  | "dearest_below_margin"
  | "below_minimum"
  | "above_maximum";

export type Margin = {
  /** Micro-dollars, rounded up; null without a supplier that is paid in dollars. */
  costMicros: number | null;
  marginMicros: number | null;
  /** Basis points of the price. */
  marginBps: number | null;
  problems: MarginProblem[];
};

const microsPerCent = 10_000;
const unknownCost = { costMicros: null, marginMicros: null, marginBps: null };

/**
 * The price less the supplier's cost, before the card's fees. Costs round up, so that no margin is overstated. A package
 * below the minimum of a target is off sale, and one above the maximum of as many as it can be spread over. One that leaves less than the least margin is off sale (load-catalog.ts). Add-ons are always sold with a package. Pure.
 */
export function marginOf(row: MarginRow): Margin {
  if (row.ratePer1000 === null || row.minQuantity === null || row.maxQuantity === null) {
    return { ...unknownCost, problems: ["no_supplier"] };
  }
  const problems: MarginProblem[] = [];
  if (row.kind !== "add_on" && row.minQuantity > row.quantity) problems.push("below_minimum");
  const mostTargets = row.isSpread ? mostPosts : 1;
  if (row.kind !== "add_on" && row.maxQuantity * mostTargets < row.quantity) problems.push("above_maximum");
  if (row.currency?.toLowerCase() !== "usd") {
    return { ...unknownCost, problems: [...problems, "currency"] };
  }
  const priceMicros = row.priceCents * microsPerCent;
  const costMicros = costOf(row.ratePer1000, row.quantity);
  const dearestMicros = costOf(row.dearestRatePer1000 ?? row.ratePer1000, row.quantity);
  const mostMicros = (priceMicros * (100 - row.leastMarginPercent)) / 100;
  if (costMicros > mostMicros) problems.push("below_margin");
  else if (dearestMicros > mostMicros) problems.push("dearest_below_margin");
  const marginMicros = priceMicros - costMicros;
  return { costMicros, marginMicros, marginBps: Math.floor((marginMicros * 10_000) / priceMicros), problems };
}

/** Micro-dollars of units at a decimal rate per 1,000, rounded up, in integers throughout. */
function costOf(ratePer1000: string, quantity: number): number {
  const [whole = "0", fraction = ""] = ratePer1000.split(".");
  const tenMillionths = BigInt(whole + fraction.padEnd(7, "0").slice(0, 7));
  const divisor = 10_000n;
  return Number((tenMillionths * BigInt(quantity) + divisor - 1n) / divisor);
}

/** Everything on sale, by platform, with its suppliers' current rates and limits. One statement. */
export async function listMargins(db: Db): Promise<MarginRow[]> {
  return db.$queryRaw<MarginRow[]>`
    ${withSupply}, entries AS (
      SELECT 'package' AS kind, id, unnest(platform_slugs) AS platform, service_slug AS service, variant,
        NULL::text AS surface, quantity, price_cents, position FROM packages WHERE is_active
      UNION ALL
      SELECT CASE WHEN extra_service_slug IS NULL THEN 'add_on' ELSE 'extra' END, id, unnest(platform_slugs),
        COALESCE(extra_service_slug, service_slug), COALESCE(extra_variant, variant), surface, quantity, price_cents, position
      FROM add_on_bundles WHERE is_active
    )
    SELECT entry.kind, entry.id, entry.platform, platforms.label AS "platformLabel", entry.service, entry.variant,
      json_build_object('one', units.one, 'many', units.many) AS unit,
      sold.target IN ('post', 'video') AS "isSpread", entry.surface, entry.quantity,
      entry.price_cents AS "priceCents", first.name AS "supplierName", first.balance_currency AS currency,
      first.rate_per_1000::text AS "ratePer1000", supply.min AS "minQuantity",
      supply.max AS "maxQuantity", ${leastMarginPercent}::int AS "leastMarginPercent", dearest.rate::text AS "dearestRatePer1000"
    FROM entries AS entry
    JOIN smm_services AS own ON own.platform_slug = entry.platform AND own.service_slug = entry.service
      AND own.variant = entry.variant
    JOIN platforms ON platforms.slug = entry.platform
    JOIN platform_services AS sold ON sold.platform = entry.platform AND sold.slug = entry.service
    JOIN units ON units.slug = sold.unit
    LEFT JOIN LATERAL (
      SELECT suppliers.name, suppliers.balance_currency, service.rate_per_1000
      ${mappedServices}
      ORDER BY (entry.quantity BETWEEN service.min_quantity AND service.max_quantity) DESC, mapping.preference,
        mapping.id LIMIT 1
    ) AS first ON true
    LEFT JOIN supply ON supply.id = own.id
    LEFT JOIN LATERAL (
      SELECT max(service.rate_per_1000) AS rate
      ${mappedServices} AND suppliers.balance_currency = first.balance_currency
    ) AS dearest ON true
    ORDER BY platforms.position, entry.kind = 'package' DESC, entry.position, entry.id`;
}
