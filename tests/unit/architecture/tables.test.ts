import { describe, expect, it } from "vitest";
import { isAfter, sources, textOf, wingOf } from "./wings";

/** The wing that writes each table. */
const owners: Record<string, string[]> = {
  base: ["audit_log", "database_marks", "rate_limits", "shop_state"],
  shop: [
    "add_on_bundles",
    "catalog_draft",
    "catalog_versions",
    "legal_texts",
    "logos",
    "packages",
    "page_views",
    "platform_services",
    "platforms",
    "price_history",
    "site_settings",
    "smm_services",
    "units",
  ],
  mail: ["email_log", "needs_me_snoozes", "operator_alerts", "set_aside_entries"],
  people: [
    "accounts",
    "admin_invitations",
    "assignments",
    "blocks",
    "email_tokens",
    "notes",
    "passkey_challenges",
    "passkeys",
    "recovery_codes",
    "reviews",
    "saved_replies",
    "saved_views",
    "support_tickets",
    "ticket_messages",
    "user_roles",
    "user_sessions",
    "users",
  ],
  orders: [
    "delivery_forecasts",
    "ledger_entries",
    "order_events",
    "order_lines",
    "orders",
    "owed_amounts",
    "variant_forecasts",
  ],
  delivery: [
    "fulfillment_items",
    "order_fulfillment",
    "refills",
    "service_mappings",
    "social_cache",
    "supplier_calls",
    "supplier_services",
    "suppliers",
    "target_counts",
  ],
  money: [
    "card_attempts",
    "discrepancies",
    "disputes",
    "early_fraud_warnings",
    "payment_attempts",
    "reconcile_cursors",
    "refunds",
    "stripe_balance_rows",
    "stripe_event_failures",
    "stripe_events",
  ],
  buyer: ["facts", "request_decisions", "withdrawals"],
  running: [
    "backups",
    "customer_changes",
    "customer_sums",
    "deleted_orders",
    "order_totals",
    "worker_heartbeats",
  ],
};

/** Folders and files that deal with every table by their nature. */
const forAllTables = [
  // An account is exported, deleted and erased with all its data.
  "lib/people/privacy/",
  // Values sealed with an old key.
  "lib/operator/commands/reseal-secrets.ts",
];

/** Wings and files that write tables of another wing, and why. */
const mayWrite: Record<string, string[]> = {
  // A refund is noted on what it pays.
  money: ["owed_amounts"],
  // Order and first attempt are one statement, because the buyer waits for it.
  "lib/money/payments/insert-order.ts": ["order_lines", "orders"],
  // A card and the time of its order's last card are one statement.
  "lib/money/payments/record-card.ts": ["orders"],
  // A new account gets the orders that its address had before, and its new address stands on them.
  people: ["orders"],
  // A guest order's new address replaces the one that it and its tickets were written with.
  "lib/buyer/order-email/correct-order-email.ts": ["orders", "support_tickets"],
  // The items' cost is posted in one statement with the look at them.
  "lib/delivery/suppliers/record-supplier-charge.ts": ["ledger_entries"],
};

/** Wings and files that read tables of a later wing, and why. */
const mayReadAhead: Record<string, string[]> = {
  // Mails go to an order's own address.
  mail: ["orders"],
  // An order is shown, and its mails are written, with its delivery and the decisions about it.
  orders: ["fulfillment_items", "order_fulfillment", "request_decisions"],
  // Refunds that are on their way stop an order before its payment status says so.
  "lib/orders/order/may-order-send.ts": ["payment_attempts", "refunds"],
  // Cards and deliveries count too.
  "lib/people/abuse/velocity.ts": ["card_attempts", "fulfillment_items"],
  // The limits of a service follow those that it is mapped to.
  "lib/shop/catalog/load-catalog.ts": ["service_mappings", "supplier_services", "suppliers"],
  // Only a dispute of the payment that paid the order keeps it blocked.
  "lib/delivery/operator/block-order.ts": ["disputes", "payment_attempts"],
  "lib/base/quarantine/start-quarantine.ts": ["payment_attempts"],
};

const models = [
  ...textOf("prisma/schema.prisma").matchAll(/^model (\w)(\w*) \{[\s\S]*?@@map\("(\w+)"\)/gm),
].map(([, first = "", rest = "", table = ""]) => [`${first.toLowerCase()}${rest}`, table] as const);
const tableOf = new Map(models);
const tables = new Set(models.map(([, table]) => table));
const ownerOf = new Map(
  Object.entries(owners).flatMap(([wing, own]) => own.map((table) => [table, wing] as const)),
);

type Use = { file: string; table: string; isWrite: boolean; verb: string };

/** The tables that a file names in SQL and in Prisma's calls. Relations that a call includes are not seen. */
function usesOf(file: string): Use[] {
  const text = textOf(file);
  const sql = [...text.matchAll(/\b(INSERT INTO|UPDATE|DELETE FROM|(?<!DELETE )FROM|JOIN) "?(\w+)/g)].map(
    ([, verb = "", table = ""]) => ({ verb, table, isWrite: verb !== "FROM" && verb !== "JOIN" }),
  );
  const calls = [
    ...text.matchAll(/\.(\w+)\s*\.(create|update|upsert|delete|find|count|aggregate|groupBy)\w*\(/g),
  ].map(([, model = "", verb = ""]) => ({
    verb,
    table: tableOf.get(model) ?? "",
    isWrite: /^(create|update|upsert|delete)/.test(verb),
  }));
  return [...sql, ...calls].filter(({ table }) => tables.has(table)).map((use) => ({ file, ...use }));
}

const uses = sources
  .filter((file) => wingOf(file) !== "local")
  .filter((file) => !forAllTables.some((place) => file.startsWith(place)))
  .flatMap(usesOf);

const isDeclared = (list: typeof mayWrite, { file, table }: Use) =>
  [file, wingOf(file) ?? ""].some((where) => list[where]?.includes(table));

const undeclared = (listName: string, list: typeof mayWrite, found: Use[]) =>
  found
    .filter((use) => !isDeclared(list, use))
    .map(({ file, verb, table }) =>
      ownerOf.has(table)
        ? `${file}: ${verb} ${table} of ${ownerOf.get(table)}; or add it, with why: ${listName}.${wingOf(file)}`
        : `${file}: ${verb} ${table}, which no wing owns: owners.${wingOf(file)}`,
    );

const strangeWrites = uses.filter(
  ({ file, table, isWrite, verb }) =>
    // Every wing adds to the timeline, in the statement of the change that the event reports.
    isWrite && wingOf(file) !== ownerOf.get(table) && !(table === "order_events" && verb === "INSERT INTO"),
);

const readsAhead = uses.filter(({ file, table, isWrite }) => {
  const wing = wingOf(file);
  return !isWrite && wing !== undefined && isAfter(wing, ownerOf.get(table));
});

describe("a table", () => {
  it("has one wing that owns it", () => {
    expect(Object.values(owners).flat().sort(), "owners, in this file").toEqual([...tables].sort());
  });

  it("is written by its owner, and by others only where the list says so", () => {
    expect(uses.length).toBeGreaterThan(500);
    expect(undeclared("mayWrite", mayWrite, strangeWrites)).toEqual([]);
  });

  it("is read by its owner and later wings, and by others only where the list says so", () => {
    expect(undeclared("mayReadAhead", mayReadAhead, readsAhead)).toEqual([]);
  });

  it("is in a list only for uses that the source has", () => {
    const idle = (list: typeof mayWrite, found: Use[]) =>
      Object.entries(list).flatMap(([where, listed]) =>
        listed
          .filter(
            (table) =>
              !found.some((use) => use.table === table && [use.file, wingOf(use.file)].includes(where)),
          )
          .map((table) => `${where}: ${table}`),
      );
    expect([...idle(mayWrite, strangeWrites), ...idle(mayReadAhead, readsAhead)]).toEqual([]);
  });
});

it("the schema has no character beyond Latin-1, because one would double the schema's size in every bundle", () => {
  const found = textOf("prisma/schema.prisma")
    .split("\n")
    .filter((line) => [...line].some((letter) => letter > "\u00ff"));
  expect(found).toEqual([]);
});
