import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@/lib/base/db/client";
import type { CatalogDocument } from "./document";

// Any constant works, as long as whoever changes the catalogue uses the same.
const lockId = 7_204_113_053;

/** Waits until no other transaction changes the catalogue or its draft. */
export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM pg_advisory_xact_lock(${lockId})`;
}

/**
 * Makes the rows, which hold what `held` says, what a checked document says. Rows are added and changed, never removed:
 * orders refer to them, so what is no longer sold is retired or hidden. Takes one statement for each table, whatever the
 * document's size. The caller holds the catalogue's lock.
 */
export async function writeDocument(
  tx: Tx,
  document: CatalogDocument,
  held: CatalogDocument = { units: [], platforms: [], packages: [], addOns: [] },
): Promise<void> {
  const platforms = changed(document.platforms, held.platforms);
  const services = platforms.flatMap(({ slug: platform, services }) =>
    services.map((service, position) => ({ ...service, platform, position })),
  );
  const variants = services.flatMap(({ platform, slug: service, variants }) =>
    variants.map((variant, position) => ({ ...variant, platform, service, position })),
  );
  await writeUnits(tx, changed(document.units, held.units));
  await writePlatforms(tx, platforms);
  await writeServices(tx, services);
  await writeVariants(tx, variants);
  await writePackages(tx, changed(document.packages, held.packages));
  await writeAddOns(tx, changed(document.addOns, held.addOns));
}

/** The entries that are not the same in the same place, with their places. */
function changed<Entry extends object>(entries: Entry[], held: Entry[]): (Entry & { position: number })[] {
  return entries.flatMap((entry, position) =>
    isDeepStrictEqual(entry, held[position]) ? [] : [{ ...entry, position }],
  );
}

async function writeUnits(tx: Tx, rows: object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO units (slug, one, many, counter)
    SELECT slug, one, many, counter
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(slug text, one text, many text, counter text)
    ON CONFLICT (slug) DO UPDATE SET one = EXCLUDED.one, many = EXCLUDED.many, counter = EXCLUDED.counter`;
}

async function writePlatforms(tx: Tx, rows: object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO platforms (slug, label, status, position, accent, glyph, hosts, adapter, sells_unchecked, slots,
      link_forms, texts)
    SELECT slug, label, status, position, accent, glyph, hosts, adapter, "sellsUnchecked", slots, "linkForms", texts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(slug text, label text, status text, position int,
      accent text, glyph text, hosts text[], adapter text, "sellsUnchecked" boolean, slots jsonb, "linkForms" jsonb,
      texts jsonb)
    ON CONFLICT (slug) DO UPDATE SET label = EXCLUDED.label, status = EXCLUDED.status, position = EXCLUDED.position,
      accent = EXCLUDED.accent, glyph = EXCLUDED.glyph, hosts = EXCLUDED.hosts, adapter = EXCLUDED.adapter,
      sells_unchecked = EXCLUDED.sells_unchecked, slots = EXCLUDED.slots, link_forms = EXCLUDED.link_forms, texts = EXCLUDED.texts`;
}

async function writeServices(tx: Tx, rows: object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO platform_services (platform, slug, label, unit, target, step, status, position, texts)
    SELECT platform, slug, label, unit, target, step, status, position, texts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(platform text, slug text, label text, unit text,
      target text, step int, status text, position int, texts jsonb)
    ON CONFLICT (platform, slug) DO UPDATE SET label = EXCLUDED.label, unit = EXCLUDED.unit, target = EXCLUDED.target,
      step = EXCLUDED.step, status = EXCLUDED.status, position = EXCLUDED.position, texts = EXCLUDED.texts`;
}

async function writeVariants(tx: Tx, rows: object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO smm_services (id, platform_slug, service_slug, variant, variant_label, name, description,
      price_per_1000_cents, min_quantity, max_quantity, delivery_time, refill_days, price_steps, position)
    SELECT (SELECT COALESCE(max(id), 0) FROM smm_services) + entry.place, platform, service, slug, label, name,
      description, "pricePer1000Cents", "minQuantity", "maxQuantity", "deliveryTime", "refillDays", "priceSteps", position
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (platform text, service text, slug text,
      label text, name text, description text, "pricePer1000Cents" int, "minQuantity" int, "maxQuantity" int,
      "deliveryTime" text, "refillDays" int, "priceSteps" jsonb, position int)) WITH ORDINALITY
      AS entry(platform, service, slug, label, name, description, "pricePer1000Cents", "minQuantity", "maxQuantity",
        "deliveryTime", "refillDays", "priceSteps", position, place)
    ON CONFLICT (platform_slug, service_slug, variant) DO UPDATE SET variant_label = EXCLUDED.variant_label,
      name = EXCLUDED.name, description = EXCLUDED.description, price_per_1000_cents = EXCLUDED.price_per_1000_cents,
      min_quantity = EXCLUDED.min_quantity, max_quantity = EXCLUDED.max_quantity,
      delivery_time = EXCLUDED.delivery_time, refill_days = EXCLUDED.refill_days, price_steps = EXCLUDED.price_steps,
      position = EXCLUDED.position`;
}

async function writePackages(tx: Tx, rows: object[]): Promise<void> {
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

async function writeAddOns(tx: Tx, rows: object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO add_on_bundles (id, surface, service_slug, platform_slugs, variant, extra_service_slug, extra_variant,
      quantity, price_cents, original_cents, is_active, position)
    SELECT id, surface, service, platforms, variant, extra ->> 'service', extra ->> 'variant',
      quantity, "priceCents", "originalCents", "isActive", position
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry(id text, surface text, service text,
      platforms text[], variant text, extra jsonb, quantity int, "priceCents" int, "originalCents" int, "isActive" boolean,
      position int)
    ON CONFLICT (id) DO UPDATE SET platform_slugs = EXCLUDED.platform_slugs, variant = EXCLUDED.variant,
      extra_service_slug = EXCLUDED.extra_service_slug, extra_variant = EXCLUDED.extra_variant,
      quantity = EXCLUDED.quantity, price_cents = EXCLUDED.price_cents, original_cents = EXCLUDED.original_cents,
      is_active = EXCLUDED.is_active, position = EXCLUDED.position`;
}
