export const dashboardTabs = ["orders", "services", "support"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The tab that an address names; orders for anything else. */
export function readTab(value: unknown): DashboardTab {
  return dashboardTabs.find((tab) => tab === value) ?? "orders";
}
