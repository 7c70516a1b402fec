import { beforeEach, expect } from "vitest";
import { pollRefills } from "@/lib/delivery/refills/poll-refills";
import { requestRefill } from "@/lib/delivery/refills/request-refill";
import { useDatabase } from "./database";
import { byOps } from "./factories";
import { pointSuppliersAt, usePanel } from "./panel";
import { delivering, submitOptions, useEmptyOrders } from "./submitting";
import { openEmulator } from "./suppliers";

/** The base of tests of refills; each begins without orders, and with a supplier that delivers at once. */
export function useRefills() {
  const { database, db } = useDatabase();
  const panel = usePanel(database);
  const { sentOrder, poll, ...rest } = delivering(database);
  const deps = () => submitOptions(database.current);

  useEmptyOrders(database);
  beforeEach(() => panel.control({ speed: 0 }));

  const completedOrder = async () => {
    const sent = await sentOrder();
    await poll();
    return sent;
  };
  const request = (orderId: string, now = new Date()) => requestRefill(db(), { orderId, now, ...byOps });
  return {
    database,
    db,
    panel,
    ...rest,
    sentOrder,
    poll,
    deps,
    completedOrder,
    request,
    /** An order whose refill was requested and not sent. */
    requested: async ({ speed = 0 } = {}) => {
      const { order, item } = await completedOrder();
      await panel.control({ speed });
      const [refillId] = await request(order.id);
      if (!refillId) throw new Error("no refill was requested");
      return { order, item, refillId };
    },
    /** Points the suppliers at one whose answer is held back until `answer()`. */
    holdAnswer: async (body: object) => {
      const held: (() => void)[] = [];
      const supplier = await openEmulator((response) => {
        held.push(() => response.end(JSON.stringify(body)));
      });
      await pointSuppliersAt(database.current, supplier.url);
      return {
        asked: () => expect.poll(() => held.length).toBe(1),
        answer: () => held[0]?.(),
      };
    },
    refillOf: (id: string) => db().refill.findUniqueOrThrow({ where: { id } }),
    pollNow: async () => {
      await db()
        .$executeRaw`UPDATE refills SET next_check_at = now() - interval '1 second' WHERE state = 'in_progress'`;
      return pollRefills(deps());
    },
  };
}
