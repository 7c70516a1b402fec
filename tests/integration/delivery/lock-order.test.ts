import { expect, it } from "vitest";
import { lockItem, lockItemsOf, lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { useDeliveries } from "../../support/deliveries";
import { holdRows } from "../../support/holding";

const { database, db, sentOrder } = useDeliveries();

type Sent = Awaited<ReturnType<typeof sentOrder>>;

/** The locks, in the order that all transactions keep: how a test holds it, and whether it is free. */
const steps = [
  {
    hold: "SELECT FROM order_fulfillment WHERE order_id = $1 FOR UPDATE",
    free: "SELECT 1 FROM order_fulfillment WHERE order_id = $1 FOR UPDATE SKIP LOCKED",
    keyOf: ({ order }: Sent) => order.id,
  },
  {
    hold: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
    free: "SELECT 1 WHERE pg_try_advisory_xact_lock(hashtextextended($1, 0))",
    keyOf: ({ item }: Sent) => item.targetKey,
  },
  {
    hold: "SELECT FROM fulfillment_items WHERE id = $1 FOR UPDATE",
    free: "SELECT 1 FROM fulfillment_items WHERE id = $1 FOR UPDATE SKIP LOCKED",
    keyOf: ({ item }: Sent) => item.id,
  },
  {
    hold: "SELECT FROM orders WHERE id = $1 FOR UPDATE",
    free: "SELECT 1 FROM orders WHERE id = $1 FOR UPDATE SKIP LOCKED",
    keyOf: ({ order }: Sent) => order.id,
  },
];

it.each([
  ["an order's items", 3, (sent: Sent) => db().$transaction((tx) => lockItemsOf(tx, sent.order.id))],
  ["one item", 3, (sent: Sent) => db().$transaction((tx) => lockItem(tx, sent.item.id))],
  [
    "an order and its items",
    4,
    (sent: Sent) => db().$transaction((tx) => lockOrderAndItems(tx, sent.order.id)),
  ],
])(
  "locking %s goes from the summary to the targets' queues, then the items, then the order",
  async (_, count, lock) => {
    const sent = await sentOrder();
    for (const [place, { hold, keyOf }] of steps.slice(0, count).entries()) {
      const rows = await holdRows(database.current, hold, [keyOf(sent)]);
      const locking = lock(sent);
      await rows.waiting(1);
      for (const later of steps.slice(place + 1)) {
        const { rows: free } = await database.current.pool.query(later.free, [later.keyOf(sent)]);
        expect(free, `${later.free}, while it waits for: ${hold}`).toHaveLength(1);
      }
      await rows.release();
      await locking;
    }
  },
);
