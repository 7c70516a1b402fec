import { expect, it } from "vitest";
import type { CatalogDocument, PackageEntry, PlatformEntry } from "@/lib/shop/catalog/document";
import { loadCatalog } from "@/lib/shop/catalog/load-catalog";
import { readDocument } from "@/lib/shop/catalog/read-document";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";
import { changeCatalog } from "../../support/catalog";
import { useDatabase } from "../../support/database";
import { clips } from "../../support/vocabulary";

const { db } = useDatabase();

const platforms = Array.from({ length: 60 }, (_, nth) => nth);
const services = Array.from({ length: 10 }, (_, nth) => nth);
const quantities = [100, 250, 500, 1_000, 2_500];

const platformOf = (nth: number): PlatformEntry => {
  const [example] = clips.services;
  if (!example) throw new Error("the example has a service");
  return {
    ...clips,
    slug: `network-${nth}`,
    label: `Network ${nth}`,
    services: services.map((place) => ({
      ...example,
      slug: `service-${place}`,
      label: `Service ${place}`,
      variants: example.variants.map((variant) => ({ ...variant, maxQuantity: 100_000 })),
    })),
  };
};

const packagesOf = (nth: number): PackageEntry[] =>
  services.flatMap((place) =>
    quantities.map((quantity) => ({
      id: `network-${nth}-service-${place}-${quantity}`,
      service: `service-${place}`,
      platforms: [`network-${nth}`],
      variant: "standard",
      quantity,
      priceCents: quantity,
      originalCents: quantity,
      isActive: true,
      isPopular: false,
    })),
  );

const large = (document: CatalogDocument): CatalogDocument => ({
  ...document,
  platforms: [...document.platforms, ...platforms.map(platformOf)],
  packages: [...document.packages, ...platforms.flatMap(packagesOf)],
});

it("60 platforms with 600 services and 3,000 packages are published at once, and sell while they are delivered", async () => {
  await changeCatalog(db(), large);
  const document = await readDocument(db());
  expect(document.platforms).toHaveLength(62);
  expect(document.packages).toHaveLength(firstDocument.packages.length + 3_000);
  expect((await loadCatalog(db())).packages).toHaveLength(firstDocument.packages.length);
  await db().$executeRaw`
    INSERT INTO service_mappings (id, smm_service_id, supplier_service_id, preference)
    SELECT gen_random_uuid(), ours.id, (SELECT id FROM supplier_services ORDER BY id LIMIT 1), 1
    FROM smm_services AS ours WHERE platform_slug LIKE 'network-%'`;
  expect((await loadCatalog(db())).packages).toHaveLength(firstDocument.packages.length + 3_000);
  await changeCatalog(db(), (held) => ({
    ...held,
    packages: held.packages.map((entry) => ({ ...entry, priceCents: entry.priceCents - 1 })),
  }));
  const prices = (await readDocument(db())).packages.map(({ priceCents }) => priceCents);
  expect(prices).toEqual(document.packages.map(({ priceCents }) => priceCents - 1));
});
