import { describe, expect, it } from "vitest";
import { newOrderId } from "@/lib/base/ids";
import { databaseNow } from "@/lib/base/time/clock";
import { sendTrackingLink, trackingSchema } from "@/lib/people/customers/send-tracking-link";
import { useDatabase } from "../../support/database";
import { orderFactory } from "../../support/factories";

const { db } = useDatabase();

/** Fills in the tracking form. */
const ask = (email: string, orderId: string, now = databaseNow()) =>
  sendTrackingLink(db(), trackingSchema.parse({ email, orderId }), now);

const mailsOf = (orderId: string) =>
  db().emailLog.findMany({ where: { orderId }, select: { kind: true, recipient: true } });

const notWhole = "Please enter the whole order number or its first 8 characters";

describe("the tracking form", () => {
  it.each([
    ["whole id", (id: string) => id],
    ["first 8 characters", (id: string) => id.slice(0, 8)],
    ["number as a person types it", (id: string) => ` #${id.slice(0, 8).toUpperCase()} `],
  ])("mails the order's link to its own address, by its %s", async (_, shown) => {
    const order = await orderFactory(db(), { data: { id: newOrderId() } });
    await ask(` ${order.email.toUpperCase()} `, shown(order.id));
    expect(await mailsOf(order.id)).toEqual([{ kind: "tracking-link", recipient: order.email }]);
  });

  it("sends no mail when the address and the order do not belong together", async () => {
    const mine = await orderFactory(db());
    const other = await orderFactory(db());
    const before = await db().emailLog.count();
    await ask(mine.email, other.id);
    await ask(other.email, newOrderId());
    await ask("nobody@example.com", mine.id.slice(0, 8));
    expect(await db().emailLog.count()).toBe(before);
  });

  it("sends one mail for three requests at once, and another one for a later request", async () => {
    const order = await orderFactory(db());
    const noon = new Date("2026-05-01T12:00:00Z");
    await Promise.all([1, 2, 3].map((ms) => ask(order.email, order.id, new Date(noon.getTime() + ms))));
    expect(await mailsOf(order.id)).toHaveLength(1);
    await ask(order.email, order.id, new Date("2026-05-01T12:05:00Z"));
    expect(await mailsOf(order.id)).toHaveLength(2);
  });

  it.each([
    ["", "0192f0c1", "email", "Email is required"],
    ["not an address", "0192f0c1", "email", "Please enter a valid email address"],
    ["a@example.com", "", "orderId", "Order number is required"],
    ["a@example.com", "0192f0c", "orderId", notWhole],
    ["a@example.com", "0192f0c1-0000", "orderId", notWhole],
    ["a@example.com", "%' OR 1=1", "orderId", notWhole],
  ])("refuses %j with %j at the field", (email, orderId, field, message) => {
    const parsed = trackingSchema.safeParse({ email, orderId });
    expect(parsed.error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([
      [field, message],
    ]);
  });
});
