import { describe, expect, it } from "vitest";
import { isUniqueViolation } from "@/lib/base/db/errors";
import type { OrderStatus } from "@/lib/base/db/generated/enums";
import { newId } from "@/lib/base/ids";
import { canOrderBecome } from "@/lib/orders/views/order-status";
import { errorOf, useDatabase } from "../../support/database";
import { attemptFactory, orderFactory } from "../../support/factories";

const { database, db } = useDatabase();

const statuses: OrderStatus[] = ["pending", "processing", "completed", "failed", "expired", "partial"];
const final: OrderStatus[] = ["completed", "partial", "failed"];

/** A paid order of $13.49 with one attempt that paid it. */
async function paidOrder() {
  const order = await orderFactory(db());
  const attempt = await attemptFactory(db(), order.id);
  return { order, attempt };
}

describe("the database", () => {
  it.each(final)(
    "lets no statement take an order out of %s, and refuses before anything else is changed",
    async (from) => {
      const { id } = await orderFactory(db(), { data: { status: from } });
      for (const to of statuses.filter((status) => status !== from)) {
        expect.soft(canOrderBecome(from, to), to).toBe(false);
        const change = db()
          .$executeRaw`UPDATE orders SET status = ${to}::order_status, paid_cents = 0 WHERE id = ${id}::uuid`;
        await expect.soft(change, to).rejects.toThrow(/cannot become/);
      }
      await db().order.update({ where: { id }, data: { status: from, refundedCents: 100 } });
      expect(await db().order.findUnique({ where: { id } })).toMatchObject({ status: from, paidCents: 1349 });
    },
  );

  it.each([
    ["more than was paid", { refundedCents: 1350 }],
    ["less than nothing", { refundedCents: -1 }],
    ["anything of an unpaid order", { paidCents: 0, refundedCents: 1 }],
  ])("keeps no refund of %s", async (_, data) => {
    const { order } = await paidOrder();
    await expect(db().order.update({ where: { id: order.id }, data })).rejects.toThrow(/orders_refunds/);
  });

  it("allows one paid attempt an order, and any number of others", async () => {
    const { order } = await paidOrder();
    const second = await attemptFactory(db(), order.id, { number: 2, status: "creating" });
    await attemptFactory(db(), order.id, { number: 3, status: "duplicate" });
    const pay = db().paymentAttempt.update({ where: { id: second.id }, data: { status: "paid" } });
    expect(isUniqueViolation(await errorOf(pay))).toBe(true);
  });

  it("allows one attempt for each number, session and payment", async () => {
    const { order } = await paidOrder();
    const { order: other } = await paidOrder();
    const ids = { stripeSessionId: "cs_test_same", paymentIntentId: "pi_same" };
    const add = (orderId: string, same: Partial<typeof ids>) =>
      attemptFactory(db(), orderId, { number: 2, status: "creating", ...same });
    await add(order.id, ids);
    const refused = async (orderId: string, same: Partial<typeof ids>) =>
      isUniqueViolation(await errorOf(add(orderId, same)));
    expect({
      number: await refused(order.id, {}),
      session: await refused(other.id, { stripeSessionId: ids.stripeSessionId }),
      payment: await refused(other.id, { paymentIntentId: ids.paymentIntentId }),
    }).toEqual({ number: true, session: true, payment: true });
  });

  it("has unique keys whose violation is recognised in a raw statement, too", async () => {
    const { order } = await paidOrder();
    const adding = db().$executeRaw`
      INSERT INTO payment_attempts (id, order_id, number, params, amount_cents, currency, expires_at)
      VALUES (${newId()}::uuid, ${order.id}::uuid, 1, '{}', 1, 'usd', now())`;
    expect(isUniqueViolation(await errorOf(adding))).toBe(true);
  });

  it("refuses to change or delete events of the timeline", async () => {
    const { id: orderId } = await orderFactory(db());
    const event = await db().orderEvent.create({ data: { orderId, type: "order.created", to: "pending" } });
    await expect(
      db().orderEvent.update({ where: { id: event.id }, data: { to: "processing" } }),
    ).rejects.toThrow(/append-only/);
    await expect(db().orderEvent.delete({ where: { id: event.id } })).rejects.toThrow(/append-only/);
    expect(await db().orderEvent.findUnique({ where: { id: event.id } })).toMatchObject({ to: "pending" });
  });

  it.each<[string, RegExp, string]>([
    ["an order for nothing", /orders_amounts/, "UPDATE orders SET price_total_cents = 0"],
    ["an order of no units", /orders_amounts/, "UPDATE orders SET quantity = 0"],
    ["a guessable link", /orders_token/, "UPDATE orders SET token = 'short'"],
    ["an order of an unknown page", /orders_surface/, "UPDATE orders SET surface = 'admin'"],
    ["an attempt for nothing", /payment_attempts_amounts/, "UPDATE payment_attempts SET amount_cents = 0"],
    ["a package for nothing", /packages_amounts/, "UPDATE packages SET price_cents = 0"],
    [
      "a package whose old price is below the new",
      /packages_amounts/,
      "UPDATE packages SET original_cents = price_cents - 1",
    ],
  ])("knows no %s", async (_, constraint, statement) => {
    await paidOrder();
    await expect(db().$executeRawUnsafe(statement)).rejects.toThrow(constraint);
  });

  it("notifies of an order's changes once a transaction, and not when nothing changed", async () => {
    const { db, pool } = database.current;
    const { id } = await orderFactory(db);
    const listener = await pool.connect();
    const heard: string[] = [];
    listener.on("notification", ({ payload }) => heard.push(payload ?? ""));
    await listener.query("LISTEN order_changed");
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE orders SET refunded_cents = 1 WHERE id = ${id}::uuid`;
      await tx.$executeRaw`UPDATE orders SET refunded_cents = 2 WHERE id = ${id}::uuid`;
    });
    await db.$executeRaw`UPDATE orders SET refunded_cents = 2 WHERE id = ${id}::uuid`;
    await db.$executeRaw`UPDATE orders SET refunded_cents = 3 WHERE id = ${id}::uuid`;
    await expect.poll(() => heard).toEqual([id, id]);
    await listener.query("UNLISTEN order_changed");
    listener.release();
  });
});
