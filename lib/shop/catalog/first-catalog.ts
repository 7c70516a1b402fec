import type { Catalog, Surface } from "./catalog";
import { platforms, type ServiceType } from "./platforms";

type PackageRow = [
  service: ServiceType,
  quantity: number,
  priceCents: number,
  originalCents: number,
  popular?: true,
];

const packageRows: PackageRow[] = [
  ["followers", 100, 229, 349],
  ["followers", 1_000, 1349, 1799, true],
  ["followers", 5_000, 7500, 9900],
  ["likes", 50, 129, 299],
  ["likes", 100, 249, 499, true],
  ["likes", 1_000, 1149, 1599],
  ["views", 500, 119, 199],
  ["views", 5_000, 699, 999, true],
  ["views", 10_000, 2499, 3332],
];

type BundleRow = [quantity: number, priceCents: number, originalCents: number];

const bundleRows: { surface: Surface; services: ServiceType[]; bundles: BundleRow[] }[] = [
  {
    surface: "checkout",
    services: ["followers", "likes", "views"],
    bundles: [
      [500, 374, 499],
      [1_000, 674, 899],
    ],
  },
  {
    surface: "post-selection",
    services: ["likes", "views"],
    bundles: [
      [500, 140, 187],
      [1_000, 253, 337],
    ],
  },
  {
    surface: "reel-selection",
    services: ["views"],
    bundles: [
      [1_000, 375, 500],
      [5_000, 1500, 2000],
      [10_000, 2499, 3332],
    ],
  },
];

/** The catalogue a new shop opens with: the seed writes it, and an image built without a database shows it. */
export const firstCatalog: Catalog = {
  packages: packageRows.map(([service, quantity, priceCents, originalCents, popular]) => ({
    id: `${service}-${quantity}`,
    service,
    platforms: [...platforms],
    quantity,
    priceCents,
    originalCents,
    isPopular: popular ?? false,
  })),
  addOns: bundleRows.flatMap(({ surface, services, bundles }) =>
    services.flatMap((service) =>
      bundles.map(([quantity, priceCents, originalCents]) => {
        const id = `${surface}-${service}-${quantity}`;
        return { id, surface, service, quantity, priceCents, originalCents };
      }),
    ),
  ),
};
