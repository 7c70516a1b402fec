import type { CatalogDocument, PackageEntry, PlatformEntry } from "@/lib/shop/catalog/document";
import { clips } from "./vocabulary";

const platforms = Array.from({ length: 60 }, (_, nth) => nth);
const services = Array.from({ length: 10 }, (_, nth) => nth);
const quantities = [100, 250, 500, 1_000, 2_500];

/** The catalogue with 60 more platforms, which have 600 services and 3,000 packages. */
export const withLarge = (document: CatalogDocument): CatalogDocument => ({
  ...document,
  platforms: [...document.platforms, ...platforms.map(platformOf)],
  packages: [...document.packages, ...platforms.flatMap(packagesOf)],
});

/** SQL: a supplier for each of them, without which they are not on sale. */
export const mapLarge = `
  INSERT INTO service_mappings (id, smm_service_id, supplier_service_id, preference)
  SELECT gen_random_uuid(), ours.id, (SELECT id FROM supplier_services ORDER BY id LIMIT 1), 1
  FROM smm_services AS ours WHERE platform_slug LIKE 'network-%'`;

function platformOf(nth: number): PlatformEntry {
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
}

function packagesOf(nth: number): PackageEntry[] {
  return services.flatMap((place) =>
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
}
