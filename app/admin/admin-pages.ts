import {
  Ban,
  BookOpenText,
  ChartColumn,
  Gauge,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  Rocket,
  ScrollText,
  ServerCog,
  Settings,
  ShoppingBag,
  Star,
  Store,
  Truck,
  Users,
} from "lucide-react";
import type { Permission } from "@/lib/people/auth/roles";

/** A page of the admin menu, with the permission that opens it. */
export type AdminPage = { href: string; label: string; icon: LucideIcon; permission: Permission };

/** The admin menu in order. What else a page needs is in docs/contributing.md. */
export const adminMenu: readonly { group: string; pages: readonly AdminPage[] }[] = [
  {
    group: "Work",
    pages: [
      { href: "/admin/now", label: "Needs me", icon: Inbox, permission: "overview" },
      { href: "/admin?tab=orders", label: "Orders", icon: ShoppingBag, permission: "orders.read" },
      { href: "/admin?tab=tickets", label: "Tickets", icon: MessagesSquare, permission: "tickets.read" },
      { href: "/admin/reviews", label: "Reviews", icon: Star, permission: "reviews.read" },
    ],
  },
  {
    group: "Shop",
    pages: [
      { href: "/admin/catalog", label: "Catalogue", icon: Store, permission: "catalogue.read" },
      { href: "/admin/suppliers", label: "Suppliers", icon: Truck, permission: "suppliers.read" },
      { href: "/admin/customers", label: "Customers", icon: Users, permission: "customers.read" },
      { href: "/admin/blocks", label: "Block list", icon: Ban, permission: "blocks.read" },
      { href: "/admin/legal", label: "Legal texts", icon: BookOpenText, permission: "legal.read" },
    ],
  },
  {
    group: "Money",
    pages: [
      { href: "/admin", label: "Overview", icon: Gauge, permission: "overview" },
      { href: "/admin/numbers", label: "Numbers", icon: ChartColumn, permission: "numbers.read" },
    ],
  },
  {
    group: "System",
    pages: [
      { href: "/admin/operations", label: "Operations", icon: ServerCog, permission: "operations.read" },
      { href: "/admin/going-live", label: "Going live", icon: Rocket, permission: "operations.read" },
      { href: "/admin/settings", label: "Settings", icon: Settings, permission: "settings.read" },
      { href: "/admin/audit", label: "Audit log", icon: ScrollText, permission: "audit.read" },
    ],
  },
];

export const adminPages = adminMenu.flatMap(({ pages }) => pages);

/**
 * The menu's page that an address belongs to. The overview with a filter or a tab is the work on its orders or tickets;
 * so are the pages of one order or ticket. Pure.
 */
export function menuPageOf(path: string, search: { get(name: string): string | null; size: number }): string {
  if (path === "/admin") {
    if (search.get("tab") === "tickets") return "/admin?tab=tickets";
    return search.size > 0 ? "/admin?tab=orders" : "/admin";
  }
  const [section = ""] = path.split("/").slice(2);
  return section === "orders" || section === "tickets" ? `/admin?tab=${section}` : `/admin/${section}`;
}
