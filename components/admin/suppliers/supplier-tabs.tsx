import { DeskTabs } from "@/components/admin/desk-tabs";

const tabs = [
  { href: "/admin/suppliers", label: "Suppliers" },
  { href: "/admin/suppliers/mapping", label: "Who delivers" },
  { href: "/admin/suppliers/margins", label: "Margins" },
] as const;

/** The three pages about suppliers. */
export function SupplierTabs({ here }: { here: (typeof tabs)[number]["href"] }) {
  return <DeskTabs label="Suppliers" tabs={tabs.map((tab) => ({ ...tab, isHere: tab.href === here }))} />;
}
