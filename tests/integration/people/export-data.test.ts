import { describe, expect, it } from "vitest";
import { exportData } from "@/lib/people/privacy/export-data";
import { customerWithHistory } from "../../support/customer-history";
import { customerFactory, orderFactory } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";

const { db } = useShopAtStripe();

async function exported(userId: string) {
  let text = "";
  for await (const piece of exportData(db(), userId, "https://shop.example")) text += piece;
  return { text, data: JSON.parse(text) };
}

describe("the export", () => {
  it("has the account, its sessions, mails, tickets with their messages, and orders with lines and links", async () => {
    const { user, email, mark, order } = await customerWithHistory(db());
    const { data } = await exported(user.id);
    expect(data.account).toMatchObject({ email, name: `Name ${mark}`, hasPassword: true });
    expect(data.account.sessions).toHaveLength(1);
    expect(data.account.accounts).toMatchObject([{ provider: "google" }]);
    expect(data.tickets).toMatchObject([{ message: `I am ${mark}`, messages: [{ body: `Dear ${mark}` }] }]);
    expect(data.orders).toMatchObject([
      {
        id: order.id,
        username: mark,
        paidCents: 1349,
        link: `https://shop.example/order/${order.token}`,
        attempts: [{ status: "paid", amountCents: 1349 }],
        items: [{ quantity: 100 }],
        withdrawals: [{ name: `Name ${mark}`, outcome: "late" }],
        review: { stars: 4, body: `Fine, says ${mark}`, name: mark },
        events: [{ type: "item.changed" }, { type: "order.completed" }],
      },
    ]);
    expect(data.withdrawalsWithoutOrder).toMatchObject([{ name: `Stray ${mark}`, orderNumber: "00000000" }]);
    expect(data.notes.map(({ body }: { body: string }) => body).sort()).toEqual([
      `The account of ${mark}`,
      `The address of ${mark}`,
      `The order of ${mark}`,
    ]);
    expect(data.mails.map((mail: { kind: string }) => mail.kind).sort()).toEqual([
      "order-confirmed",
      "password-changed",
      "verify-email",
    ]);
    expect(data.mails.filter((mail: { report: unknown }) => mail.report)).toMatchObject([
      { kind: "order-confirmed", report: "delivered", reportedAt: expect.any(String) },
    ]);
  });

  it("has the network of the account's own orders, not of a guest's, and the profile of a ticket", async () => {
    const { user, mark, order } = await customerWithHistory(db());
    const network = "203.0.113.77";
    const place = (guestKeyHash: string | null) =>
      db().order.update({ where: { id: order.id }, data: { network, guestKeyHash } });
    await place(null);
    const { data } = await exported(user.id);
    expect(data.orders).toMatchObject([{ network }]);
    expect(data.tickets).toMatchObject([{ target: `instagram:${mark}` }]);
    await place("somebody's who typed the address");
    expect((await exported(user.id)).text).not.toContain(network);
  });

  it("has no secret and no other customer's data", async () => {
    const mine = await customerWithHistory(db());
    const other = await customerWithHistory(db());
    const { text } = await exported(mine.user.id);
    const order = await db().order.findUniqueOrThrow({ where: { id: mine.order.id } });
    const secrets = ["hash-of-password", "sealedToken", order.guestKeyHash, order.requestKey];
    expect(secrets.filter((secret) => secret === null || text.includes(secret))).toEqual([]);
    expect(text).not.toContain(other.mark);
  });

  it("of an account without orders is a complete document", async () => {
    const user = await customerFactory(db());
    expect((await exported(user.id)).data).toMatchObject({ tickets: [], mails: [], orders: [] });
  });

  it("writes long tickets, sessions, mails and withdrawals in small pieces, each of them once", async () => {
    const user = await customerFactory(db());
    const { id: ticketId } = await db().supportTicket.create({
      data: { userId: user.id, email: user.email, subject: "Long", message: "x".repeat(10_000) },
    });
    const createdAt = new Date(0);
    const nth = Array.from({ length: 250 }, (_, at) => at);
    const body = (at: number) => `${at} ${"x".repeat(9_000)}`;
    await db().ticketMessage.createMany({
      data: nth.map((at) => ({ ticketId, author: "customer", body: body(at), createdAt })),
    });
    await db().supportTicket.createMany({
      data: nth.map((at) => ({
        userId: user.id,
        email: user.email,
        subject: "s",
        message: body(at),
        createdAt,
      })),
    });
    await db().userSession.createMany({
      data: nth.map((at) => ({ userId: user.id, userAgent: `b${at}`, createdAt })),
    });
    const mail = { kind: "password-changed", recipient: user.email, props: {}, createdAt };
    await db().emailLog.createMany({ data: nth.map((at) => ({ ...mail, key: `${user.id}:${at}` })) });
    const stated = { email: user.email, isMailed: true, statedAt: createdAt };
    await db().withdrawal.createMany({
      data: nth.map((at) => ({ ...stated, name: "n", orderNumber: String(at) })),
    });
    const pieces: string[] = [];
    for await (const piece of exportData(db(), user.id, "https://shop.example")) pieces.push(piece);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(50_000);
    const data = JSON.parse(pieces.join(""));
    const long = data.tickets.find(({ id }: { id: string }) => id === ticketId);
    const messages: { body: string }[] = long.messages;
    expect(new Set(messages.map((message) => message.body)).size).toBe(250);
    expect(data.account.sessions).toHaveLength(250);
    expect(data.mails).toHaveLength(250);
    const distinct = (rows: object[]) => new Set(rows.map((row) => JSON.stringify(row))).size;
    expect([distinct(data.tickets), distinct(data.withdrawalsWithoutOrder)]).toEqual([251, 250]);
  });

  it("has every order once, however many pages they fill", async () => {
    const user = await customerFactory(db());
    for (let index = 0; index < 205; index += 1) {
      await orderFactory(db(), { data: { userId: user.id, createdAt: new Date(0) } });
    }
    const { data } = await exported(user.id);
    expect(new Set(data.orders.map((order: { id: string }) => order.id)).size).toBe(205);
    expect(data.orders).toHaveLength(205);
  });
});
