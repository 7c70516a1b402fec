import { describe, expect, it } from "vitest";
import { rankOf, roomOf, sources, textOf } from "./rooms";

/** The room that writes each table. */
const owners: Record<string, string[]> = {
  abuse: ["blocks"],
  alerts: ["needs_me_snoozes", "operator_alerts", "set_aside_entries"],
  analytics: ["page_views"],
  audit: ["audit_log"],
  auth: ["passkey_challenges"],
  backups: ["backups"],
  catalog: ["packages", "add_on_bundles", "price_history", "smm_services"],
  customers: [
    "accounts",
    "email_tokens",
    "passkeys",
    "recovery_codes",
    "user_roles",
    "user_sessions",
    "users",
  ],
  delivery: ["fulfillment_items", "order_fulfillment", "supplier_calls", "target_counts"],
  disputes: ["disputes", "early_fraud_warnings"],
  email: ["email_log"],
  facts: ["facts"],
  ledger: ["ledger_entries"],
  legal: ["legal_texts"],
  orders: ["delivery_forecasts", "orders", "order_lines", "order_events", "owed_amounts"],
  payments: ["card_attempts", "payment_attempts"],
  quarantine: ["database_marks", "shop_state"],
  "rate-limit": ["rate_limits"],
  reconciliation: ["discrepancies", "reconcile_cursors", "stripe_balance_rows"],
  refills: ["refills"],
  refunds: ["refunds"],
  requests: ["request_decisions"],
  reviews: ["reviews"],
  settings: ["logos", "site_settings"],
  social: ["social_cache"],
  suppliers: ["service_mappings", "supplier_services", "suppliers"],
  support: ["saved_replies", "support_tickets", "ticket_messages"],
  webhooks: ["stripe_event_failures", "stripe_events"],
  withdrawal: ["withdrawals"],
  worker: ["deleted_orders", "order_totals", "worker_heartbeats"],
};

/** Rooms and files that write tables of another room, and why. */
const mayWrite: Record<string, string[]> = {
  // The credentials of an account: auth checks them and uses them up.
  auth: ["passkeys", "recovery_codes", "user_sessions", "users"],
  // A refund is noted on what it pays.
  refunds: ["owed_amounts"],
  // Order and first attempt are one statement, because the buyer waits for it.
  "lib/money/payments/insert-order.ts": ["orders", "order_lines"],
  // A card and the time of its order's last card are one statement.
  "lib/money/payments/record-card.ts": ["orders"],
  // A new account gets the orders and tickets that its address had before.
  "lib/people/customers/link-guest-orders.ts": ["orders", "support_tickets"],
  // An account's new address replaces the one that its orders and tickets were written with.
  "lib/people/customers/email-change.ts": ["orders", "support_tickets"],
  // A guest order's new address replaces the one that its tickets were written with.
  "lib/people/customers/correct-order-email.ts": ["support_tickets"],
  "lib/people/privacy/erase-personal-data.ts": [
    "email_log",
    "fulfillment_items",
    "orders",
    "payment_attempts",
    "reviews",
    "supplier_calls",
    "support_tickets",
    "ticket_messages",
    "withdrawals",
  ],
  // Repairs for all tables: timestamps in the future, values sealed with an old key.
  "lib/running/worker/repair-schedules.ts": [
    "rate_limits",
    "set_aside_entries",
    "social_cache",
    "supplier_calls",
  ],
  "lib/operator/commands/reseal-secrets.ts": ["site_settings", "suppliers", "users"],
};

/** Rooms and files that read tables of a room beside or to the right of them, and why. */
const mayReadAhead: Record<string, string[]> = {
  // Privacy: an account is listed, exported and erased with all its data.
  customers: [
    "disputes",
    "fulfillment_items",
    "orders",
    "payment_attempts",
    "refills",
    "refunds",
    "support_tickets",
    "ticket_messages",
    "withdrawals",
  ],
  // Mails show the state at the time they are sent.
  email: [
    "fulfillment_items",
    "order_fulfillment",
    "order_lines",
    "orders",
    "owed_amounts",
    "refunds",
    "request_decisions",
    "support_tickets",
    "ticket_messages",
    "withdrawals",
  ],
  auth: ["passkeys", "recovery_codes", "user_roles", "user_sessions", "users"],
  // An order is shown with its delivery.
  orders: ["fulfillment_items", "order_fulfillment"],
  // An order's page shows the decisions about it.
  "lib/orders/views/find-order-view.ts": ["request_decisions"],
  // A refund goes back to the attempt that was paid.
  refunds: ["payment_attempts"],
  // A supplier's figures come from the items and calls that were sent to it.
  suppliers: ["fulfillment_items", "supplier_calls"],
  "lib/people/abuse/velocity.ts": ["card_attempts", "fulfillment_items", "orders"],
  // A buyer is recognised by the card too.
  "lib/money/refunds/refund-limits.ts": ["card_attempts"],
  "lib/running/watch/check-workers.ts": ["worker_heartbeats"],
  "lib/shop/catalog/load-catalog.ts": ["service_mappings", "supplier_services", "suppliers"],
  // Only a dispute of the payment that paid the order keeps it blocked.
  "lib/delivery/operator/block-order.ts": ["disputes", "payment_attempts"],
  // A refill adds to the counter that other orders' counts are read from.
  "lib/delivery/counts/shared-counter.ts": ["refills"],
  "lib/delivery/suppliers/record-supplier-charge.ts": ["fulfillment_items", "suppliers"],
  // Refunds that are on their way stop an order before its payment status says so.
  "lib/orders/order/may-order-send.ts": ["payment_attempts", "refunds"],
  // A fraud warning may arrive before its payment is settled.
  "lib/money/payments/read-session.ts": ["stripe_events"],
  "lib/base/quarantine/start-quarantine.ts": ["payment_attempts"],
};

const models = [
  ...textOf("prisma/schema.prisma").matchAll(/^model (\w)(\w*) \{[\s\S]*?@@map\("(\w+)"\)/gm),
].map(([, first = "", rest = "", table = ""]) => [`${first.toLowerCase()}${rest}`, table] as const);
const tableOf = new Map(models);
const tables = new Set(models.map(([, table]) => table));
const ownerOf = new Map(
  Object.entries(owners).flatMap(([room, own]) => own.map((table) => [table, room] as const)),
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

const uses = sources.filter((file) => roomOf(file) !== "local").flatMap(usesOf);

const isDeclared = (list: typeof mayWrite, { file, table }: Use) =>
  [file, roomOf(file) ?? ""].some((where) => list[where]?.includes(table));

const undeclared = (listName: string, list: typeof mayWrite, found: Use[]) =>
  found
    .filter((use) => !isDeclared(list, use))
    .map(({ file, verb, table }) =>
      ownerOf.has(table)
        ? `${file}: ${verb} ${table} of ${ownerOf.get(table)}; or add it, with why: ${listName}.${roomOf(file)}`
        : `${file}: ${verb} ${table}, which no room owns: owners.${roomOf(file)}`,
    );

const strangeWrites = uses.filter(
  ({ file, table, isWrite, verb }) =>
    // Every room adds to the timeline, in the statement of the change that the event reports.
    isWrite && roomOf(file) !== ownerOf.get(table) && !(table === "order_events" && verb === "INSERT INTO"),
);

const readsAhead = uses.filter(({ file, table, isWrite }) => {
  const [from, to] = [rankOf.get(roomOf(file) ?? ""), rankOf.get(ownerOf.get(table) ?? "")];
  const isAhead = from !== undefined && to !== undefined && roomOf(file) !== ownerOf.get(table) && to >= from;
  return !isWrite && isAhead;
});

describe("a table", () => {
  it("has one room that owns it", () => {
    expect(Object.values(owners).flat().sort(), "owners, in this file").toEqual([...tables].sort());
  });

  it("is written by its owner, and by others only where the list says so", () => {
    expect(uses.length).toBeGreaterThan(500);
    expect(undeclared("mayWrite", mayWrite, strangeWrites)).toEqual([]);
  });

  it("is read by rooms to the right of its owner, and by others only where the list says so", () => {
    expect(undeclared("mayReadAhead", mayReadAhead, readsAhead)).toEqual([]);
  });

  it("is in a list only for uses that the source has", () => {
    const idle = (list: typeof mayWrite, found: Use[]) =>
      Object.entries(list).flatMap(([where, listed]) =>
        listed
          .filter(
            (table) =>
              !found.some((use) => use.table === table && [use.file, roomOf(use.file)].includes(where)),
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
