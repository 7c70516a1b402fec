import type { Db } from "@/lib/base/db/client";
import { formatMicros } from "@/lib/base/money";
import type { AddOnEntry, CatalogDocument, PackageEntry } from "@/lib/shop/catalog/document";
import { listMargins, type MarginRow, marginOf } from "./margins";

type Sold = PackageEntry | AddOnEntry;

/** What publishing does to the margin of one amount on one platform; `isLoss` when it would sell below cost. */
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
  return entries
    .filter((entry) => entry.isActive && isRepriced(held.get(entry.id), entry))
    .flatMap((entry) => {
      const former = held.get(entry.id);
      return entry.platforms.flatMap((slug) => {
        const rate = rows.find((row) => row.platform === slug && row.service === entry.service);
        return rate ? changeAt(rate, { former, entry, about: nameOf(entry, slug, document) }) : [];
      });
    });
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
  const kind = "surface" in entry ? ("add_on" as const) : ("package" as const);
  const marginAt = ({ quantity, priceCents }: Sold) =>
    marginOf({ ...rate, kind, quantity, priceCents }).marginMicros;
  const after = marginAt(entry);
  if (after === null) return { about, text: "its cost in dollars is not known", isLoss: false };
  const before = former?.isActive ? marginAt(former) : null;
  const instead = before === null ? "" : ` instead of ${inDollars(before)}`;
  return after < 0
    ? { about, text: `sold at a loss of ${inDollars(-after)} each${instead && `,${instead}`}`, isLoss: true }
    : { about, text: `margin ${inDollars(after)}${instead}`, isLoss: false };
}

const inDollars = (micros: number) => formatMicros(String(micros), "usd");

function nameOf(entry: Sold, slug: string, { platforms }: CatalogDocument): string {
  const platform = platforms.find((each) => each.slug === slug);
  const service = platform?.services.find((each) => each.slug === entry.service);
  const amount = entry.quantity.toLocaleString("en-US");
  return `${platform?.label ?? slug} ${service?.label ?? entry.service}, ${"surface" in entry ? "+" : ""}${amount}`;
}
