/** An entry of a supplier's list of services: `rate` in dollars for 1,000 units, `min` and `max` units in one order. */
export type PanelService = {
  supplier: PanelSupplierKey;
  service: number;
  platform: "instagram" | "tiktok";
  kind: "followers" | "likes" | "views";
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

/**
 * The suppliers' services. The first accepts nearly any size; the second is cheaper but needs 100 units, so that the
 * choice matters. The third and fourth sell the same as the first.
 */
export const panelServices: readonly PanelService[] = [
  service("panel-key-1", 101, "instagram", "followers", { rate: "0.9000", min: 10, max: 500_000 }),
  service("panel-key-1", 102, "instagram", "likes", { rate: "0.2500", min: 1, max: 300_000 }),
  service("panel-key-1", 103, "instagram", "views", { rate: "0.0600", min: 1, max: 10_000_000 }),
  service("panel-key-1", 111, "tiktok", "followers", { rate: "1.2000", min: 10, max: 300_000 }),
  service("panel-key-1", 112, "tiktok", "likes", { rate: "0.3000", min: 1, max: 300_000 }),
  service("panel-key-1", 113, "tiktok", "views", { rate: "0.0300", min: 1, max: 10_000_000 }),
  service("panel-key-2", 201, "instagram", "followers", { rate: "0.8400", min: 100, max: 250_000 }),
  service("panel-key-2", 202, "instagram", "likes", { rate: "0.2300", min: 100, max: 150_000 }),
  service("panel-key-2", 203, "instagram", "views", { rate: "0.0550", min: 100, max: 5_000_000 }),
  service("panel-key-2", 211, "tiktok", "followers", { rate: "1.1200", min: 100, max: 150_000 }),
  service("panel-key-2", 212, "tiktok", "likes", { rate: "0.2800", min: 100, max: 150_000 }),
  service("panel-key-2", 213, "tiktok", "views", { rate: "0.0270", min: 100, max: 5_000_000 }),
  ...(["panel-key-3", "panel-key-4"] as const).flatMap((key, index) => [
    service(key, 301 + index * 100, "instagram", "followers", { rate: "0.9500", min: 10, max: 500_000 }),
    service(key, 302 + index * 100, "instagram", "likes", { rate: "0.2600", min: 1, max: 300_000 }),
    service(key, 303 + index * 100, "instagram", "views", { rate: "0.0700", min: 1, max: 10_000_000 }),
    service(key, 311 + index * 100, "tiktok", "followers", { rate: "1.3000", min: 10, max: 300_000 }),
    service(key, 312 + index * 100, "tiktok", "likes", { rate: "0.3100", min: 1, max: 300_000 }),
    service(key, 313 + index * 100, "tiktok", "views", { rate: "0.0400", min: 1, max: 10_000_000 }),
  ]),
];

function service(
  supplier: PanelSupplierKey,
  id: number,
  platform: PanelService["platform"],
  kind: PanelService["kind"],
  terms: Pick<PanelService, "rate" | "min" | "max">,
): PanelService {
  const platformName = platform === "instagram" ? "Instagram" : "TikTok";
  const kindName = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const refill = kind === "followers";
  return {
    supplier,
    service: id,
    platform,
    kind,
    name: `${platformName} ${kindName}${refill ? " [refill 30 days]" : ""}`,
    category: `${platformName} ${kindName}`,
    ...terms,
    refill,
    cancel: true,
  };
}
