import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/ids";
import { findOrderView } from "@/lib/orders/queries";
import { openOrderRequest, orderRequestSchema } from "@/lib/support/open-order-request";
import { addMs, day } from "@/lib/time";
import { useDatabase } from "../../support/database";
import { orderFactory } from "../../support/factories";

const database = useDatabase();

/** An order delivered in full, just now. */
async function deliveredOrder() {
  const { db } = database.current;
  const order = await orderFactory(db);
  return db.order.update({ where: { id: order.id }, data: { status: "completed", finishedAt: new Date() } });
}

function ask(token: string, kind: "refill" | "refund", message = "", now?: Date) {
  return openOrderRequest(database.current.db, orderRequestSchema.parse({ token, kind, message }), now);
}

const ticketsOf = (orderId: string) =>
  database.current.db.supportTicket.findMany({ where: { orderId }, orderBy: { createdAt: "asc" } });

describe("a request under the terms", () => {
  it("becomes a ticket of its kind with the order attached, under the order's own address", async () => {
    const order = await deliveredOrder();
    await ask(order.token, "refill", "  It fell to 40.  ");
    const paid = await orderFactory(database.current.db);
    await ask(paid.token, "refund");
    expect(await ticketsOf(order.id)).toMatchObject([
      { kind: "refill", email: order.email, userId: null, status: "open", message: "It fell to 40." },
    ]);
    expect(await ticketsOf(paid.id)).toMatchObject([
      { kind: "refund", email: paid.email, message: "Please refund this order." },
    ]);
  });

  it("is filed once while it is open, however often it is sent, and again after the answer", async () => {
    const { db } = database.current;
    const order = await deliveredOrder();
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => ask(order.token, "refill")));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await findOrderView(db, order.token))?.requests.refill.state).toBe("asked");
    await db.supportTicket.updateMany({ where: { orderId: order.id }, data: { status: "resolved" } });
    expect((await findOrderView(db, order.token))?.requests.refill.state).toBe("offered");
    await ask(order.token, "refill");
    expect(await ticketsOf(order.id)).toHaveLength(2);
  });

  it("is refused where the terms do not offer it, and writes nothing", async () => {
    const order = await deliveredOrder();
    await expect(ask(order.token, "refund")).rejects.toMatchObject({ code: "conflict" });
    await expect(ask(order.token, "refill", "", addMs(new Date(), 5 * day))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(ask(newToken(), "refill")).rejects.toMatchObject({ code: "not_found" });
    expect(await ticketsOf(order.id)).toEqual([]);
  });
});
