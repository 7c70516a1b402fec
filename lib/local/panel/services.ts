import {
  type EmulatedPlatform,
  type EmulatedService,
  emulatedPlatforms,
  emulatedServices,
} from "../emulated";

const labels: Record<EmulatedPlatform | EmulatedService, string> = {
  instagram: "Instagram",
  tiktok: "TikTok",
  followers: "Followers",
  likes: "Likes",
  views: "Views",
};

/** An entry of a supplier's list of services: `rate` in dollars for 1,000 units, `min` and `max` units in one order. */
export type PanelService = {
  supplier: PanelSupplierKey;
  service: number;
  platform: EmulatedPlatform;
  kind: EmulatedService;
  name: string;
  category: string;
  rate: string;
  min: number;
  max: number;
  refill: boolean;
  cancel: boolean;
};

/** The panel's API keys: each is a supplier with its own balance and services. */
export const panelSupplierKeys = ["panel-key-1", "panel-key-2", "panel-key-3", "panel-key-4"] as const;

/** A local shop's suppliers; tests of other evidence modes add the rest. */
export const firstSupplierKeys = ["panel-key-1", "panel-key-2"] as const;

export type PanelSupplierKey = (typeof panelSupplierKeys)[number];

type Terms = { id: number; min: number; max: number; rates: [first: string, second: string, others: string] };

/**
 * Each service with the first supplier's `min` and `max`. The first accepts nearly any size; the second is cheaper but
 * needs 100 units, so that the choice matters. The third and fourth sell what the first does.
 */
const terms: Record<EmulatedPlatform, Record<EmulatedService, Terms>> = {
  instagram: {
    followers: { id: 1, min: 10, max: 500_000, rates: ["0.9000", "0.8400", "0.9500"] },
    likes: { id: 2, min: 1, max: 300_000, rates: ["0.2500", "0.2300", "0.2600"] },
    views: { id: 3, min: 1, max: 10_000_000, rates: ["0.0600", "0.0550", "0.0700"] },
  },
  tiktok: {
    followers: { id: 11, min: 10, max: 300_000, rates: ["1.2000", "1.1200", "1.3000"] },
    likes: { id: 12, min: 1, max: 300_000, rates: ["0.3000", "0.2800", "0.3100"] },
    views: { id: 13, min: 1, max: 10_000_000, rates: ["0.0300", "0.0270", "0.0400"] },
  },
};

export const panelServices: readonly PanelService[] = panelSupplierKeys.flatMap((supplier, index) =>
  emulatedPlatforms.flatMap((platform) =>
    emulatedServices.map((kind) => {
      const { id, min, max, rates } = terms[platform][kind];
      const category = `${labels[platform]} ${labels[kind]}`;
      const refill = kind === "followers";
      return {
        supplier,
        service: (index + 1) * 100 + id,
        platform,
        kind,
        name: `${category}${refill ? " [refill 30 days]" : ""}`,
        category,
        rate: rates[index] ?? rates[2],
        ...(supplier === "panel-key-2" ? { min: 100, max: max / 2 } : { min, max }),
        refill,
        cancel: true,
      };
    }),
  ),
);
