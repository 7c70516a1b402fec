import type { Db } from "@/lib/base/db/client";

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
  await db.$executeRaw`
    INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
    SELECT "orderId", "itemId", type, "from", "to", COALESCE(data, '{}')
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS event("orderId" uuid, "itemId" uuid, type text, "from" text, "to" text, data jsonb)`;
}
