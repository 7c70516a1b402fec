/**
 * The roles that say what an administrator may see and do. A role is a row of user_roles beside `admin`, which alone
 * permits nothing.
 */
export const staffRoles = ["owner", "finance", "support", "catalogue", "read_only"] as const;
export type StaffRole = (typeof staffRoles)[number];

export const staffRoleLabels: Record<StaffRole, string> = {
  owner: "Owner",
  finance: "Finance",
  support: "Support",
  catalogue: "Catalogue",
  read_only: "Read-only",
};

/** What a role is for, as its invitation says. */
export const staffRoleDetails: Record<StaffRole, string> = {
  owner: "everything, including money, settings and who else works here",
  finance: "orders, refunds, suppliers and the shop's numbers",
  support: "orders, customers and their tickets",
  catalogue: "packages, prices and the suppliers' services",
  read_only: "every page, without changing anything",
};

type Delegate = Exclude<StaffRole, "owner" | "read_only">;

/**
 * Who holds a permission beside owners, who hold all, and read-only staff, who hold those that end in `.read`. Menu, pages,
 * buttons, actions and routes are all decided by this table.
 */
const holders = {
  overview: ["finance", "support", "catalogue"],
  "orders.read": ["finance", "support"],
  "orders.change": ["finance", "support"],
  /** All orders with their buyers' addresses, as a file. */
  "orders.export": ["finance"],
  /** An order's evidence for a dispute, as a file. */
  "evidence.download": ["finance", "support"],
  /** Requesting a refund; above the role's ceiling it waits for a second administrator. */
  "refunds.request": ["finance", "support"],
  /** Deciding held refunds, within one's own ceiling. */
  "refunds.decide": ["finance"],
  "fulfillment.read": ["finance", "support"],
  "fulfillment.change": ["finance", "support"],
  "suppliers.read": ["finance", "catalogue"],
  /** Adding suppliers, their keys and their settings. */
  "suppliers.change": [],
  /** Pausing a supplier, testing its connection, asking for its balance. */
  "suppliers.operate": ["finance"],
  /** Choosing the suppliers' services that deliver ours. */
  "mappings.change": ["catalogue"],
  "catalogue.read": ["finance", "support", "catalogue"],
  /** Editing the draft, which nobody sees before it is published. */
  "catalogue.draft": ["catalogue"],
  "catalogue.change": ["catalogue"],
  "customers.read": ["finance", "support"],
  "customers.change": ["support"],
  /** Erasing an account, which can't be undone. */
  "customers.erase": [],
  /** Noting something about an order or a customer for the team. */
  "notes.change": ["finance", "support"],
  /** Saving a list's filter under a name. */
  "views.change": ["finance", "support", "catalogue"],
  /** Snoozing an entry of the list "Needs me". */
  "matters.snooze": ["finance", "support", "catalogue"],
  "tickets.read": ["finance", "support"],
  "tickets.change": ["support"],
  "blocks.read": ["finance", "support"],
  "blocks.change": ["finance", "support"],
  /** Revenue, cost and margins. */
  "numbers.read": ["finance", "catalogue"],
  "operations.read": ["finance"],
  "operations.change": [],
  /** Sending a customer's failed mail again. */
  "mails.resend": ["finance", "support"],
  "legal.read": ["finance", "support"],
  "legal.change": [],
  "reviews.read": ["finance", "support"],
  /** Hiding a review for one of the listed reasons, and showing it again. */
  "reviews.change": ["support"],
  "settings.read": ["finance"],
  "settings.change": [],
  "audit.read": ["finance"],
  /** Granting and revoking roles. */
  "roles.change": [],
} as const satisfies Record<string, readonly Delegate[]>;

export type Permission = keyof typeof holders;
export const permissions = Object.keys(holders) as Permission[];

/** The staff role among an account's roles; null for a customer, and for an administrator without one. Pure. */
export function staffRoleOf(roles: readonly string[]): StaffRole | null {
  if (!roles.includes("admin")) return null;
  return staffRoles.find((role) => roles.includes(role)) ?? null;
}

/** True when the role includes the permission. Pure. */
export function may(role: StaffRole | null, permission: Permission): boolean {
  if (role === null || role === "owner") return role === "owner";
  if (role === "read_only") return permission === "overview" || permission.endsWith(".read");
  const others: readonly Delegate[] = holders[permission];
  return others.includes(role);
}
