import { isDeepStrictEqual } from "node:util";
import type { Db } from "@/lib/base/db/client";
import { formatMicros } from "@/lib/base/money";
import { mostAboveCost } from "@/lib/shop/catalog/above-cost";
import type { PriceStep } from "@/lib/shop/catalog/catalog";
import type { AddOnEntry, CatalogDocument, PackageEntry, VariantEntry } from "@/lib/shop/catalog/document";
import { listMargins, type MarginRow, marginOf } from "./margins";

type Sold = PackageEntry | AddOnEntry;

/** The service and quality that an entry sells: an extra's own. */
const soldOf = (entry: Sold) => ("extra" in entry && entry.extra ? entry.extra : entry);

/** What publishing does to the margin of one amount on one platform; `isLoss` when it takes it off sale. */
export type MarginChange = { about: string; text: string; isLoss: boolean };

/** What a draft does to margins, with the suppliers' rates of now. */
export async function loadMarginChanges(
  db: Db,
  documents: { now: CatalogDocument; document: CatalogDocument },
): Promise<MarginChange[]> {
  return marginChanges(await listMargins(db), documents);
}

/** `rows` are what is on sale now: their services' rates are those of a new package too. Pure. */
export function marginChanges(
  rows: readonly MarginRow[],
  { now, document }: { now: CatalogDocument; document: CatalogDocument },
): MarginChange[] {
  const held = new Map<string, Sold>([...now.packages, ...now.addOns].map((entry) => [entry.id, entry]));
  const entries: Sold[] = [...document.packages, ...document.addOns];
  const repriced = entries
    .filter((entry) => entry.isActive && isRepriced(held.get(entry.id), entry))
    .flatMap((entry) => {
      const former = held.get(entry.id);
      return entry.platforms.flatMap((slug) => {
        const rate = rateOf(rows, { ...soldOf(entry), platform: slug });
        return rate ? changeAt(rate, { former, entry, about: nameOf(entry, slug, document) }) : [];
      });
    });
  return [...repriced, ...stepChanges(rows, { now, document })];
}

const rateOf = (
  rows: readonly MarginRow[],
  { platform, service, variant }: { platform: string; service: string; variant: string },
) => rows.find((row) => row.platform === platform && row.service === service && row.variant === variant);

/** What changes about the margins of amounts that buyers choose. */
function stepChanges(
  rows: readonly MarginRow[],
  { now, document }: { now: CatalogDocument; document: CatalogDocument },
): MarginChange[] {
  return document.platforms.flatMap((platform) =>
    platform.services.flatMap((service) =>
      service.variants.flatMap((variant) => {
        const held = now.platforms.find(({ slug }) => slug === platform.slug)?.services;
        const former = held
          ?.find(({ slug }) => slug === service.slug)
          ?.variants.find(({ slug }) => slug === variant.slug);
        const { priceSteps } = variant;
        if (!priceSteps || isDeepStrictEqual(priceSteps, former?.priceSteps)) return [];
        const asked = { platform: platform.slug, service: service.slug, variant: variant.slug };
        const rate = rateOf(rows, asked);
        const name = service.variants.length > 1 ? `, ${variant.label}` : "";
        const about = `${platform.label} ${service.label}${name}, by amount`;
        return rate ? { about, ...marginOfSteps(rate, variant, priceSteps) } : [];
      }),
    ),
  );
}

/** The margin of 1,000 units at each step, and where the dearest supplier would make it a loss. */
function marginOfSteps(rate: MarginRow, variant: VariantEntry, steps: PriceStep[]) {
  const margins = steps.map(({ from, microsPerUnit }) => {
    // 1,000 units in cents, which may have a part of a cent.
    const priceCents = microsPerUnit / 10;
    const { marginMicros } = marginOf({ ...rate, kind: "add_on", quantity: 1_000, priceCents });
    return { from, marginMicros };
  });
  const texts = margins.flatMap(({ from, marginMicros }, place) => {
    if (marginMicros === null) return [];
    return `${inDollars(marginMicros)} ${place === 0 ? "per 1,000" : `from ${from.toLocaleString("en-US")}`}`;
  });
  if (texts.length < steps.length) return { text: "its cost in dollars is not known", isLoss: false };
  const range = {
    min: Math.max(variant.minQuantity, rate.minQuantity ?? 1),
    max: Math.min(variant.maxQuantity, rate.maxQuantity ?? variant.maxQuantity),
  };
  const { dearestRatePer1000, leastMarginPercent } = rate;
  const last = mostAboveCost(steps, { ratePer1000: dearestRatePer1000 ?? "0", leastMarginPercent }, range);
  const margin = `margin ${texts.join(", ")}`;
  if (last >= range.max) return { text: margin, isLoss: false };
  const why = `the total would be below the dearest supplier's price${withLeast(rate)}`;
  const end =
    last < range.min
      ? `no amount is sold, because ${why}`
      : `no more than ${last.toLocaleString("en-US")} are sold, because beyond ${why}`;
  return { text: `${margin}; ${end}`, isLoss: true };
}

const isRepriced = (former: Sold | undefined, entry: Sold) =>
  !former?.isActive ||
  former.priceCents !== entry.priceCents ||
  former.quantity !== entry.quantity ||
  entry.platforms.some((slug) => !former.platforms.includes(slug));

function changeAt(
  rate: MarginRow,
  { former, entry, about }: { former: Sold | undefined; entry: Sold; about: string },
): MarginChange {
  const addOn = "extra" in entry && entry.extra ? ("extra" as const) : ("add_on" as const);
  const kind = "surface" in entry ? addOn : ("package" as const);
  const marginAt = ({ quantity, priceCents }: Sold) => marginOf({ ...rate, kind, quantity, priceCents });
  const { marginMicros: after, problems } = marginAt(entry);
  if (after === null) return { about, text: "its cost in dollars is not known", isLoss: false };
  const before = former?.isActive ? marginAt(former).marginMicros : null;
  const instead = before === null ? "" : ` instead of ${inDollars(before)}`;
  const margin = `margin ${inDollars(after)}${instead}`;
  return problems.includes("below_margin")
    ? {
        about,
        text: `${margin}; off sale, because the price is below the cost${withLeast(rate)}`,
        isLoss: true,
      }
    : { about, text: margin, isLoss: false };
}

const withLeast = ({ leastMarginPercent: least }: MarginRow) =>
  least === 0 ? "" : ` and the least margin of ${least}%`;

const inDollars = (micros: number) => formatMicros(String(micros), "usd");

function nameOf(entry: Sold, slug: string, { platforms }: CatalogDocument): string {
  const platform = platforms.find((each) => each.slug === slug);
  const service = platform?.services.find((each) => each.slug === soldOf(entry).service);
  const amount = entry.quantity.toLocaleString("en-US");
  return `${platform?.label ?? slug} ${service?.label ?? entry.service}, ${"surface" in entry ? "+" : ""}${amount}`;
}
