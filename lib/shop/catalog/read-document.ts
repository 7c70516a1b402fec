import type { Db } from "@/lib/base/db/client";
import type { AddOnBundle, SmmService } from "@/lib/base/db/generated/client";
import { type CatalogDocument, documentSchema } from "./document";

const platformSchema = documentSchema.shape.platforms.element;
const asc = "asc" as const;
const bySlug = { orderBy: [{ position: asc }, { slug: asc }] };
const byId = { orderBy: [{ position: asc }, { id: asc }] };

/**
 * The catalogue as its rows have it: what buyers see now, drafts and hidden entries. A platform of which a newer release
 * wrote what this one can't read is left out: the others are sold on.
 */
export async function readDocument(db: Db): Promise<CatalogDocument> {
  const [names, packages, addOns] = await Promise.all([
    readNames(db),
    db.package.findMany({ ...byId, omit: { position: true } }),
    db.addOnBundle.findMany({ ...byId, omit: { position: true } }),
  ]);
  return documentSchema.parse({ ...names, packages, addOns: addOns.map(addOnOfRow) });
}

/** The units, and the platforms with their services, without their packages and add-ons. */
export type CatalogNames = Pick<CatalogDocument, "units" | "platforms">;

export async function readNames(db: Db): Promise<CatalogNames> {
  const [units, platforms] = await Promise.all([
    db.unit.findMany({ orderBy: { slug: asc } }),
    db.platform.findMany({
      ...bySlug,
      include: { services: { ...bySlug, include: { variants: byId } } },
    }),
  ]);
  return {
    units: documentSchema.shape.units.parse(units),
    platforms: platforms.flatMap(({ position: _, services, ...platform }) => {
      const entry = {
        ...platform,
        services: services.map(({ position: _, platform: _p, variants, ...service }) => ({
          ...service,
          variants: variants.map(variantOfRow),
        })),
      };
      return platformSchema.safeParse(entry).data ?? [];
    }),
  };
}

/** An add-on as its row has it. */
export function addOnOfRow({
  extraService: service,
  extraVariant: variant,
  ...entry
}: Omit<AddOnBundle, "position">) {
  return service === null || variant === null ? entry : { ...entry, extra: { service, variant } };
}

/** A quality as its row has it. */
export function variantOfRow({ variant, variantLabel, priceSteps, ...row }: SmmService) {
  const { id: _, platform: _p, serviceType: _s, position: _o, ...facts } = row;
  return { slug: variant, label: variantLabel, ...facts, ...(priceSteps !== null && { priceSteps }) };
}
