/** The admin menu in order. A new page needs a line here and a folder in app/admin. */
export const adminPages = [
  { href: "/admin", label: "Overview" },
  { href: "/admin/fulfillment", label: "Review" },
  { href: "/admin/numbers", label: "Numbers" },
  { href: "/admin/suppliers", label: "Suppliers" },
  { href: "/admin/catalog", label: "Catalogue" },
  { href: "/admin/customers", label: "Customers" },
  { href: "/admin/reviews", label: "Reviews" },
  { href: "/admin/blocks", label: "Block list" },
  { href: "/admin/operations", label: "Operations" },
  { href: "/admin/going-live", label: "Going live" },
  { href: "/admin/settings", label: "Settings" },
  { href: "/admin/audit", label: "Audit log" },
] as const;
