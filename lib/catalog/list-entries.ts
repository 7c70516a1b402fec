import type { Db } from "@/lib/db/client";
import { type CatalogAddOn, type CatalogPackage, surfaces } from "./catalog";

/** A package or add-on as the admin pages lists it: hidden ones too. */
export type AdminPackage = CatalogPackage & { isActive: boolean };
export type AdminAddOn = CatalogAddOn & { isActive: boolean };

/** Everything that is or was on sale, in the order it is shown. */
export async function listEntries(db: Db): Promise<{ packages: AdminPackage[]; addOns: AdminAddOn[] }> {
  const order = [{ position: "asc" }, { id: "asc" }] as const;
  const packages = await db.package.findMany({ orderBy: [...order], omit: { position: true } });
  const addOns = await db.addOnBundle.findMany({ orderBy: [...order], omit: { position: true } });
  return {
    packages,
    addOns: addOns.flatMap((entry) => {
      const surface = surfaces.find((known) => known === entry.surface);
      return surface ? [{ ...entry, surface }] : [];
    }),
  };
}

export type PastPrice = { priceCents: number; originalCents: number; since: Date };

const shown = 50;

/** What a package or add-on cost, and since when; the newest first, at most fifty. */
export async function listPriceHistory(db: Db, catalogId: string): Promise<PastPrice[]> {
  return db.priceHistory.findMany({
    where: { catalogId },
    orderBy: [{ since: "desc" }, { id: "desc" }],
    take: shown,
    select: { priceCents: true, originalCents: true, since: true },
  });
}
