import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { shortOrderId } from "@/lib/base/order-id";
import { newBlockSchema } from "@/lib/people/abuse/block-schema";
import { addBlock, isBlocked } from "@/lib/people/abuse/blocks";
import { findTicket } from "@/lib/people/support/list-tickets";
import { openTicket } from "@/lib/people/support/open-ticket";
import { codeOf, useDatabase } from "../../support/database";
import { orderFactory } from "../../support/factories";
import { useTickets } from "../../support/tickets";

const { database, db } = useDatabase();
const { actor, customer, opened, row, mailsOf, orderOf } = useTickets(database);

describe("opening a ticket", () => {
  it("stores it as open under General Support, and queues one mail with its job", async () => {
    const { id, caller } = await opened();
    expect(await row(id)).toMatchObject({
      ...caller,
      subject: "General Support",
      status: "open",
      message: "Where is it?",
      orderId: null,
      adminResponse: null,
    });
    const [mail, ...others] = await mailsOf(`ticket-received:${id}`);
    expect(mail).toMatchObject({ recipient: caller.email, state: "queued" });
    expect(others).toEqual([]);
    const jobs = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker.jobs WHERE key = ${`mail:${mail?.id}`}`;
    expect(jobs).toHaveLength(1);
  });

  it("about a profile stores the profile in the block list's form, so that one click blocks it", async () => {
    const target = { platform: "instagram", username: "wave.rider" } as const;
    const { id } = await opened({ kind: "stop_orders", target });
    const ticket = await findTicket(db(), id);
    expect(ticket?.subject).toBe("Stop orders for @wave.rider on Instagram");
    const block = newBlockSchema.parse({ kind: "target", value: ticket?.target });
    await addBlock(db(), { block, actor, reason: "the owner asked" });
    expect(await isBlocked(db(), { target: "instagram:wave.rider" })).toBe(true);
  });

  it.each([
    ["the whole id", (id: string) => id],
    ["its first 8 characters", (id: string) => shortOrderId(id)],
    ["them as the shop writes them", (id: string) => `#${shortOrderId(id).toUpperCase()}`],
  ])("relates it to one of the caller's own orders by %s", async (_, write) => {
    const caller = await customer();
    const order = await orderOf(caller.userId);
    const { id } = await opened({ caller, orderReference: write(order.id) });
    expect(await row(id)).toMatchObject({ orderId: order.id, message: "Where is it?" });
  });

  it("relates it to the customer's own order by its supplier's number, and not to another customer's", async () => {
    const caller = await customer();
    const order = await orderOf(caller.userId);
    const foreign = await orderOf(null);
    await db().order.update({ where: { id: order.id }, data: { providerOrderId: "48213" } });
    await db().order.update({ where: { id: foreign.id }, data: { providerOrderId: "48214" } });
    const { id } = await opened({ caller, orderReference: "#48213" });
    expect(await row(id)).toMatchObject({ orderId: order.id, message: "Where is it?" });
    const another = await opened({ caller, orderReference: "48214" });
    expect(await row(another.id)).toMatchObject({ orderId: null });
  });

  it.each([
    ["somebody else's order", (ids: { other: string }) => ids.other],
    ["its first 8 characters", (ids: { other: string }) => shortOrderId(ids.other)],
    ["an order that does not exist", () => newId()],
    ["any other text", () => "the one from Monday"],
    ["7 characters of an own order", (ids: { own: string }) => ids.own.slice(0, 7)],
    ["a pattern", () => "________"],
  ])("keeps %s in the text, with the same answer", async (_, write) => {
    const caller = await customer();
    const own = await orderOf(caller.userId);
    const reference = write({ other: (await orderOf(null)).id, own: own.id });
    const answer = await openTicket(db(), {
      caller,
      kind: "support",
      orderReference: reference,
      message: "Hi",
    });
    expect(Object.keys(answer)).toEqual(["id"]);
    expect(await row(answer.id)).toMatchObject({
      orderId: null,
      subject: `Order Support: ${reference.slice(0, 8)}`,
      message: `Hi\n\nOrder ID: ${reference}`,
    });
  });

  it("relates it to no order when two of the customer's order numbers begin alike", async () => {
    const caller = await customer();
    const prefix = newId().slice(28);
    for (const end of ["1", "2"]) {
      const id = `${prefix}-0000-4000-8000-00000000000${end}`;
      await orderFactory(db(), { data: { id, userId: caller.userId } });
    }
    const { id } = await opened({ caller, orderReference: prefix });
    expect(await row(id)).toMatchObject({ orderId: null });
  });

  it("relates no order for a guest, whose address is not verified, unless the guest has the order's link", async () => {
    const order = await orderFactory(db());
    const caller = { userId: null, email: order.email };
    const byWord = await opened({ caller, orderReference: order.id });
    expect(await row(byWord.id)).toMatchObject({ orderId: null, userId: null, email: order.email });
    const byLink = await opened({ caller, kind: "refill", orderId: order.id });
    expect(await row(byLink.id)).toMatchObject({
      orderId: order.id,
      kind: "refill",
      subject: `Refill request: ${shortOrderId(order.id)}`,
    });
  });

  it.each(["the caller's", "another's"])(
    "refuses a message that is too long with %s order id",
    async (whose) => {
      const caller = await customer();
      const own = await orderOf(caller.userId);
      const orderReference = whose === "the caller's" ? own.id : newId();
      const message = "a".repeat(9_990);
      expect(await codeOf(opened({ caller, orderReference, message }))).toBe("invalid_input");
    },
  );

  it("takes the longest message without an order id", async () => {
    const caller = await customer();
    await opened({ caller, message: "a".repeat(10_000) });
  });
});
