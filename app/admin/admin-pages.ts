import type { Permission } from "@/lib/people/auth/roles";

/** A page of the admin menu, with the permission that opens it. */
export type AdminPage = { href: string; label: string; permission: Permission };

/** The admin menu in order. What else a page needs is in docs/contributing.md. */
export const adminPages: readonly AdminPage[] = [
  { href: "/admin/now", label: "Needs me", permission: "overview" },
  { href: "/admin", label: "Overview", permission: "overview" },
  { href: "/admin/suppliers", label: "Suppliers", permission: "suppliers.read" },
  { href: "/admin/catalog", label: "Catalogue", permission: "catalogue.read" },
  { href: "/admin/customers", label: "Customers", permission: "customers.read" },
  { href: "/admin/blocks", label: "Block list", permission: "blocks.read" },
  { href: "/admin/numbers", label: "Numbers", permission: "numbers.read" },
  { href: "/admin/reviews", label: "Reviews", permission: "reviews.read" },
  { href: "/admin/operations", label: "Operations", permission: "operations.read" },
  { href: "/admin/going-live", label: "Going live", permission: "operations.read" },
  { href: "/admin/legal", label: "Legal texts", permission: "legal.read" },
  { href: "/admin/settings", label: "Settings", permission: "settings.read" },
  { href: "/admin/audit", label: "Audit log", permission: "audit.read" },
];
