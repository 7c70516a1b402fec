import type { Db } from "@/lib/db/client";

export type NewOrderEvent = {
  orderId: string;
  itemId?: string;
  /** `<what>.<happened>`: `order.paid`, `item.changed`, `refund.sent` … */
  type: string;
  from?: string;
  to?: string;
  /** Facts for an operator; no secrets and no personal data. */
  data?: Record<string, string | number | boolean | null>;
};

/**
 * Adds events to orders' timelines in one statement, in the transaction of the change that they record. The table is
 * append-only.
 */
export async function recordEvents(db: Db, events: NewOrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(
    events.map((event) => ({
      ...event,
      order_id: event.orderId,
      item_id: event.itemId,
      data: event.data ?? {},
    })),
  );
  await db.$executeRaw`
    INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
    SELECT order_id, item_id, type, "from", "to", data
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS event(order_id uuid, item_id uuid, type text, "from" text, "to" text, data jsonb)`;
}
