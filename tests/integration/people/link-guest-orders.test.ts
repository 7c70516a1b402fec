import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { linkGuestOrders } from "@/lib/people/customers/link-guest-orders";
import { useDatabase } from "../../support/database";
import { customerFactory, orderFactory } from "../../support/factories";

const { db } = useDatabase();

const link = (user: { id: string; email: string }, email = user.email) =>
  db().$transaction((tx) => linkGuestOrders(tx, user.id, email));

const linkedMails = (email: string) =>
  db().emailLog.findMany({ where: { kind: "orders-linked", recipient: email } });

const ownerOf = async ({ id }: { id: string }) =>
  (await db().order.findUniqueOrThrow({ where: { id } })).userId;

const guestOrder = (email: string) => orderFactory(db(), { data: { email, guestKeyHash: newId() } });

describe("linking guest orders", () => {
  it("gives a verified account all orders of its address at once and mails how many", async () => {
    const user = await customerFactory(db());
    const orders = [await guestOrder(user.email), await guestOrder(user.email)];
    const foreign = await guestOrder("somebody-else@example.com");

    expect(await link(user)).toBe(2);

    expect(await Promise.all(orders.map(ownerOf))).toEqual([user.id, user.id]);
    expect(await ownerOf(foreign)).toBeNull();
    expect((await linkedMails(user.email)).map((mail) => mail.props)).toEqual([{ count: 2 }]);
  });

  it("changes nothing that the holder of the link reads, who may be a stranger who typed the address", async () => {
    const user = await customerFactory(db());
    const order = await guestOrder(user.email);
    const shown = async () => {
      const view = await findOrderView(db(), order.token);
      return [view?.isGuest, view?.emailMasked];
    };
    expect(await shown()).toEqual([true, "the address given at checkout"]);
    await link(user);
    expect(await shown()).toEqual([true, "the address given at checkout"]);
  });

  it("links the tickets that were filed as a guest, too", async () => {
    const user = await customerFactory(db());
    const ticket = (email: string) =>
      db().supportTicket.create({ data: { email, subject: "General Support", message: "Where is it?" } });
    const [own, foreign] = [await ticket(user.email), await ticket("somebody-else@example.com")];
    await link(user);
    expect((await db().supportTicket.findUniqueOrThrow({ where: { id: own.id } })).userId).toBe(user.id);
    expect((await db().supportTicket.findUniqueOrThrow({ where: { id: foreign.id } })).userId).toBeNull();
  });

  it("mails again for orders that came later, and not for a sign-in that finds none", async () => {
    const user = await customerFactory(db());
    await guestOrder(user.email);
    await link(user);
    expect(await link(user)).toBe(0);
    expect(await linkedMails(user.email)).toHaveLength(1);
    await guestOrder(user.email);
    expect(await link(user)).toBe(1);
    expect(await linkedMails(user.email)).toHaveLength(2);
  });

  it("gives nothing to an account whose address is not verified", async () => {
    const user = await customerFactory(db(), { isVerified: false });
    const order = await guestOrder(user.email);
    expect(await link(user)).toBe(0);
    expect(await ownerOf(order)).toBeNull();
    expect(await linkedMails(user.email)).toEqual([]);
  });

  it("gives nothing for an address that is not the account's", async () => {
    const user = await customerFactory(db());
    const order = await guestOrder("victim@example.com");
    expect(await link(user, "victim@example.com")).toBe(0);
    expect(await ownerOf(order)).toBeNull();
  });

  it("never takes an order away from another account", async () => {
    const first = await customerFactory(db());
    const order = await guestOrder(first.email);
    await link(first);
    await db().user.update({ where: { id: first.id }, data: { email: `moved-${first.email}` } });
    const second = await customerFactory(db(), { email: first.email });
    expect(await link(second)).toBe(0);
    expect(await ownerOf(order)).toBe(first.id);
  });

  it("counts each order once when an account signs in twice at the same instant", async () => {
    const user = await customerFactory(db());
    for (let index = 0; index < 5; index += 1) await guestOrder(user.email);
    const counts = await Promise.all([1, 2, 3, 4].map(() => link(user)));
    expect(counts.sort()).toEqual([0, 0, 0, 5]);
    expect(await linkedMails(user.email)).toHaveLength(1);
  });
});
