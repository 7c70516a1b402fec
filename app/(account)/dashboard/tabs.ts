export const dashboardTabs = ["orders", "services", "support"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The tab named by the address; orders by default. */
export function readTab(value: unknown): DashboardTab {
  return dashboardTabs.find((tab) => tab === value) ?? "orders";
}
