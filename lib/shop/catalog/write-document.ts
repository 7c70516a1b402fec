import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { AddOnEntry, CatalogDocument, PackageEntry, PlatformEntry, ServiceEntry } from "./document";

// Any constant works, as long as whoever changes the catalogue uses the same.
const lockId = 7_204_113_053;

/** Waits until no other transaction changes the catalogue or its draft. */
export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM pg_advisory_xact_lock(${lockId})`;
}

/**
 * Makes the rows, which hold what `held` says, what a checked document says. Rows are added and changed, never removed:
 * orders refer to them, so what is no longer sold is retired or hidden. The caller holds the catalogue's lock.
 */
export async function writeDocument(
  tx: Tx,
  document: CatalogDocument,
  held: CatalogDocument = { units: [], platforms: [], packages: [], addOns: [] },
): Promise<void> {
  for (const [, { slug, ...unit }] of changed(document.units, held.units)) {
    await tx.unit.upsert({ where: { slug }, create: { slug, ...unit }, update: unit });
  }
  for (const [position, platform] of changed(document.platforms, held.platforms)) {
    await writePlatform(tx, platform, position);
  }
  await writePackages(tx, rowsOf(document.packages, held.packages));
  await writeAddOns(tx, rowsOf(document.addOns, held.addOns));
}

/** What changed of a list, with its places. */
function rowsOf<Entry extends object>(entries: Entry[], held: Entry[]) {
  return changed(entries, held).map(([position, entry]) => ({ ...entry, position }));
}

async function writePackages(tx: Tx, rows: (PackageEntry & { position: number })[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO packages (id, service_slug, platform_slugs, variant, quantity, price_cents, original_cents, is_popular,
      is_active, position)
    SELECT id, service, platforms, variant, quantity, "priceCents", "originalCents", "isPopular", "isActive", position
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(id text, service text, platforms text[],
      variant text, quantity int, "priceCents" int, "originalCents" int, "isPopular" boolean, "isActive" boolean,
      position int)
    ON CONFLICT (id) DO UPDATE SET platform_slugs = EXCLUDED.platform_slugs, variant = EXCLUDED.variant,
      quantity = EXCLUDED.quantity, price_cents = EXCLUDED.price_cents, original_cents = EXCLUDED.original_cents,
      is_popular = EXCLUDED.is_popular, is_active = EXCLUDED.is_active, position = EXCLUDED.position`;
}

async function writeAddOns(tx: Tx, rows: (AddOnEntry & { position: number })[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO add_on_bundles (id, surface, service_slug, platform_slugs, variant, quantity, price_cents, original_cents,
      is_active, position)
    SELECT id, surface, service, platforms, variant, quantity, "priceCents", "originalCents", "isActive", position
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(id text, surface text, service text,
      platforms text[], variant text, quantity int, "priceCents" int, "originalCents" int, "isActive" boolean, position int)
    ON CONFLICT (id) DO UPDATE SET platform_slugs = EXCLUDED.platform_slugs, variant = EXCLUDED.variant,
      quantity = EXCLUDED.quantity, price_cents = EXCLUDED.price_cents, original_cents = EXCLUDED.original_cents,
      is_active = EXCLUDED.is_active, position = EXCLUDED.position`;
}

/** The entries that are not the same in the same place, with their places. */
function changed<Entry>(entries: Entry[], held: Entry[]): [number, Entry][] {
  return [...entries.entries()].filter(([place, entry]) => !isDeepStrictEqual(entry, held[place]));
}

async function writePlatform(tx: Tx, { services, ...entry }: PlatformEntry, position: number): Promise<void> {
  const { slug, ...rest } = entry;
  const row = { ...rest, position };
  await tx.platform.upsert({ where: { slug }, create: { slug, ...row }, update: row });
  for (const [place, service] of services.entries()) await writeService(tx, slug, service, place);
}

async function writeService(
  tx: Tx,
  platform: string,
  { variants, slug, ...rest }: ServiceEntry,
  position: number,
): Promise<void> {
  const row = { ...rest, position };
  const where = { platform_slug: { platform, slug } };
  await tx.platformService.upsert({ where, create: { platform, slug, ...row }, update: row });
  for (const [place, { slug: variant, label: variantLabel, priceSteps, ...facts }] of variants.entries()) {
    const key = { platform, serviceType: slug, variant };
    const known = { ...facts, variantLabel, position: place, priceSteps: priceSteps ?? Prisma.DbNull };
    const held = await tx.smmService.findUnique({ where: { platform_serviceType_variant: key } });
    if (held) await tx.smmService.update({ where: { id: held.id }, data: known });
    else await tx.smmService.create({ data: { id: await nextServiceId(tx), ...key, ...known } });
  }
}

async function nextServiceId(tx: Tx): Promise<number> {
  const { _max } = await tx.smmService.aggregate({ _max: { id: true } });
  return (_max.id ?? 0) + 1;
}
