import type { Db } from "@/lib/base/db/client";
import { type CatalogDocument, documentSchema, readStored } from "./document";

const platformSchema = documentSchema.shape.platforms.element;
const asc = "asc" as const;
const inOrder = { orderBy: [{ position: asc }, { slug: asc }] };
const entriesInOrder = { orderBy: [{ position: asc }, { id: asc }] };

/**
 * The catalogue as its rows have it: what buyers see now, drafts and hidden entries. What the rows can't hold yet
 * (release-1-0.ts) is in the newest version alone. A platform of which a newer release wrote what this one can't read is
 * left out: the others are sold on.
 */
export async function readDocument(db: Db): Promise<CatalogDocument> {
  const [units, platforms, variants, packages, addOns, version] = await Promise.all([
    db.unit.findMany({ orderBy: { slug: "asc" } }),
    db.platform.findMany({ ...inOrder, include: { services: inOrder } }),
    db.smmService.findMany(entriesInOrder),
    db.package.findMany(entriesInOrder),
    db.addOnBundle.findMany(entriesInOrder),
    db.catalogVersion.findFirst({ orderBy: { number: "desc" }, select: { document: true } }),
  ]);
  const latest = readStored(version?.document);
  const variantsOf = (platform: string, service: string) => {
    const rows = variants.filter((row) => row.platform === platform && row.serviceType === service);
    if (rows.length === 0) return findServiceIn(latest, platform, service)?.variants ?? [];
    return rows.map(
      ({ id: _, platform: _p, serviceType: _s, position: _o, variant, variantLabel, ...facts }) => ({
        slug: variant,
        label: variantLabel,
        ...facts,
      }),
    );
  };
  return documentSchema.parse({
    units,
    platforms: platforms.flatMap(({ position: _, services, ...platform }) => {
      const entry = {
        ...platform,
        services: services.map(({ position: _, platform: of, ...service }) => ({
          ...service,
          variants: variantsOf(of, service.slug),
        })),
      };
      return platformSchema.safeParse(entry).data ?? [];
    }),
    packages: withOthers(packages, latest?.packages ?? []),
    addOns: withOthers(addOns, latest?.addOns ?? []),
  });
}

/** A service of any status; null for unknown words. Pure. */
export function findServiceIn(document: CatalogDocument | null, platform: string, service: string) {
  const found = document?.platforms.find(({ slug }) => slug === platform);
  return found?.services.find(({ slug }) => slug === service) ?? null;
}

/** The rows, with the version's entries that they lack where the version has them. */
function withOthers<Row extends { id: string; position: number }>(rows: Row[], entries: { id: string }[]) {
  const ids = new Set(rows.map(({ id }) => id));
  const all: { id: string }[] = rows.map(({ position: _, ...entry }) => entry);
  for (const [place, entry] of entries.entries()) if (!ids.has(entry.id)) all.splice(place, 0, entry);
  return all;
}
