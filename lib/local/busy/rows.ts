import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { Movement } from "@/lib/orders/ledger/record-movement";

/** The rows of the scene's orders, as they are inserted. */
export type Rows = ReturnType<typeof noRows>;

export function noRows() {
  return {
    orders: [] as Prisma.OrderCreateManyInput[],
    lines: [] as Prisma.OrderLineCreateManyInput[],
    attempts: [] as Prisma.PaymentAttemptCreateManyInput[],
    events: [] as Prisma.OrderEventCreateManyInput[],
    summaries: [] as Prisma.OrderFulfillmentCreateManyInput[],
    items: [] as Prisma.FulfillmentItemCreateManyInput[],
    calls: [] as Prisma.SupplierCallCreateManyInput[],
    refills: [] as Prisma.RefillCreateManyInput[],
    refunds: [] as Prisma.RefundCreateManyInput[],
    owed: [] as Prisma.OwedAmountCreateManyInput[],
    cards: [] as Prisma.CardAttemptCreateManyInput[],
    ledger: [] as Prisma.LedgerEntryCreateManyInput[],
    mails: [] as Prisma.EmailLogCreateManyInput[],
  };
}

/** A movement of the ledger as of a time. */
export function postAt(rows: Rows, { entries, ...movement }: Movement, createdAt: Date): void {
  rows.ledger.push(...entries.map((entry) => ({ ...movement, ...entry, createdAt })));
}

/** Inserts the rows in the order of their references. The timeline and the ledger are in the order of time. */
export async function insertRows(tx: Db, rows: Rows): Promise<void> {
  await insert(tx, "orders", rows.orders);
  await insert(tx, "order_lines", rows.lines);
  await insert(tx, "payment_attempts", rows.attempts);
  const wholeEvent = { itemId: null, from: null, to: null, data: {} };
  await insert(
    tx,
    "order_events",
    inTime(rows.events).map((event) => ({ ...wholeEvent, ...event })),
  );
  await insert(tx, "order_fulfillment", rows.summaries);
  await insert(tx, "fulfillment_items", rows.items);
  await insert(tx, "supplier_calls", rows.calls);
  await insert(tx, "refills", rows.refills);
  await insert(tx, "refunds", rows.refunds);
  await insert(tx, "owed_amounts", rows.owed);
  await insert(tx, "card_attempts", rows.cards);
  await insert(
    tx,
    "ledger_entries",
    inTime(rows.ledger).map((entry) => ({ supplierId: null, ...entry })),
  );
  await insert(tx, "email_log", rows.mails);
}

// Prisma's createMany takes a hundred times as long for thousands of rows.
const rowsAtOnce = 1_000;

/** Inserts rows by the names of their fields. Columns that a row does not name get their defaults. */
export async function insert(tx: Db, table: string, rows: object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const alike = new Map<string, object[]>();
    for (const row of rows.slice(from, from + rowsAtOnce).map(withColumnNames)) {
      const columns = Object.keys(row)
        .map((name) => `"${name}"`)
        .join(", ");
      alike.set(columns, [...(alike.get(columns) ?? []), row]);
    }
    for (const [columns, some] of alike) {
      const json = JSON.stringify(some, (_, value) => (typeof value === "bigint" ? String(value) : value));
      await tx.$executeRaw`
        INSERT INTO ${Prisma.raw(table)} (${Prisma.raw(columns)})
        SELECT ${Prisma.raw(columns)} FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${json}::jsonb)`;
    }
  }
}

const ownNames: Record<string, string> = { platform: "platform_slug", serviceType: "service_slug" };

function withColumnNames(row: object): object {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[ownNames[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]],
    ),
  );
}

/** Stable, so that what happens at one moment keeps its order. */
function inTime<Row extends { createdAt?: Date | string | undefined }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
}
