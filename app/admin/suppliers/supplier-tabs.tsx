import { AdminTabs } from "@/components/admin/admin-tabs";

const tabs = [
  { href: "/admin/suppliers", label: "Suppliers" },
  { href: "/admin/suppliers/mapping", label: "Who delivers" },
  { href: "/admin/suppliers/margins", label: "Margins" },
  { href: "/admin/suppliers/scorecard", label: "Scorecard" },
] as const;

export function SupplierTabs({ here }: { here: (typeof tabs)[number]["href"] }) {
  return <AdminTabs label="Suppliers" tabs={tabs.map((tab) => ({ ...tab, isHere: tab.href === here }))} />;
}
