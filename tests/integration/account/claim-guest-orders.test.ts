import { describe, expect, it } from "vitest";
import { claimGuestOrders } from "@/lib/customers/claim-guest-orders";
import type { Order } from "@/lib/db/generated/client";
import { findOrderView } from "@/lib/orders/queries";
import { useDatabase } from "../../support/database";
import { customerFactory, orderFactory } from "../../support/factories";

const database = useDatabase();

const claim = (user: { id: string }, email: string) =>
  database.current.db.$transaction((tx) => claimGuestOrders(tx, user.id, email));

const claimMails = (email: string) =>
  database.current.db.emailLog.findMany({ where: { kind: "orders-claimed", recipient: email } });

async function guestOrder(email: string): Promise<Order> {
  const order = await orderFactory(database.current.db);
  return database.current.db.order.update({ where: { id: order.id }, data: { email } });
}

describe("claiming guest orders", () => {
  it("gives a verified account all orders of its address at once and mails how many", async () => {
    const { db } = database.current;
    const user = await customerFactory(db);
    const orders = [await guestOrder(user.email), await guestOrder(user.email)];
    const foreign = await guestOrder("somebody-else@example.com");

    expect(await claim(user, user.email)).toBe(2);

    const owners = await db.order.findMany({ where: { id: { in: orders.map((order) => order.id) } } });
    expect(owners.map((order) => order.userId)).toEqual([user.id, user.id]);
    expect((await db.order.findUniqueOrThrow({ where: { id: foreign.id } })).userId).toBeNull();
    expect((await claimMails(user.email)).map((mail) => mail.props)).toEqual([{ count: 2 }]);
  });

  it("shows the order as the account's, under the link it always had", async () => {
    const user = await customerFactory(database.current.db);
    const order = await guestOrder(user.email);
    expect((await findOrderView(database.current.db, order.token))?.isGuest).toBe(true);
    await claim(user, user.email);
    expect((await findOrderView(database.current.db, order.token))?.isGuest).toBe(false);
  });

  it("brings the tickets along that were filed as a guest", async () => {
    const { db } = database.current;
    const user = await customerFactory(db);
    const ticket = (email: string) =>
      db.supportTicket.create({ data: { email, subject: "General Support", message: "Where is it?" } });
    const [own, foreign] = [await ticket(user.email), await ticket("somebody-else@example.com")];
    await claim(user, user.email);
    expect((await db.supportTicket.findUniqueOrThrow({ where: { id: own.id } })).userId).toBe(user.id);
    expect((await db.supportTicket.findUniqueOrThrow({ where: { id: foreign.id } })).userId).toBeNull();
  });

  it("mails again for orders that came later, and not for a sign-in that finds none", async () => {
    const user = await customerFactory(database.current.db);
    await guestOrder(user.email);
    await claim(user, user.email);
    expect(await claim(user, user.email)).toBe(0);
    expect(await claimMails(user.email)).toHaveLength(1);
    await guestOrder(user.email);
    expect(await claim(user, user.email)).toBe(1);
    expect(await claimMails(user.email)).toHaveLength(2);
  });

  it("gives nothing to an account whose address is not verified", async () => {
    const user = await customerFactory(database.current.db, { isVerified: false });
    const order = await guestOrder(user.email);
    expect(await claim(user, user.email)).toBe(0);
    expect(
      (await database.current.db.order.findUniqueOrThrow({ where: { id: order.id } })).userId,
    ).toBeNull();
    expect(await claimMails(user.email)).toEqual([]);
  });

  it("gives nothing for an address that is not the account's", async () => {
    const user = await customerFactory(database.current.db);
    const order = await guestOrder("victim@example.com");
    expect(await claim(user, "victim@example.com")).toBe(0);
    expect(
      (await database.current.db.order.findUniqueOrThrow({ where: { id: order.id } })).userId,
    ).toBeNull();
  });

  it("never takes an order away from another account", async () => {
    const { db } = database.current;
    const first = await customerFactory(db);
    const order = await guestOrder(first.email);
    await claim(first, first.email);
    await db.user.update({ where: { id: first.id }, data: { email: `moved-${first.email}` } });
    const second = await customerFactory(db, { email: first.email });
    expect(await claim(second, second.email)).toBe(0);
    expect((await db.order.findUniqueOrThrow({ where: { id: order.id } })).userId).toBe(first.id);
  });

  it("counts each order once when an account signs in twice at the same instant", async () => {
    const user = await customerFactory(database.current.db);
    for (let index = 0; index < 5; index += 1) await guestOrder(user.email);
    const counts = await Promise.all([1, 2, 3, 4].map(() => claim(user, user.email)));
    expect(counts.sort()).toEqual([0, 0, 0, 5]);
    expect(await claimMails(user.email)).toHaveLength(1);
  });
});
