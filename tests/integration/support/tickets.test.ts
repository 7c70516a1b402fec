import { describe, expect, it } from "vitest";
import { newBlockSchema } from "@/lib/abuse/block-schema";
import { addBlock, isBlocked } from "@/lib/abuse/blocks";
import { newId, newOrderId, shortOrderId } from "@/lib/ids";
import { listNeedsMe } from "@/lib/reporting/needs-me";
import { answerTicket, closeTicket, replyToTicket, setTicketStatus } from "@/lib/support/change-ticket";
import { type NewTicket, openTicket } from "@/lib/support/open-ticket";
import { findOwnTicket, findTicket, listTickets } from "@/lib/support/queries";
import { useDatabase } from "../../support/database";
import { customerFactory, orderFactory } from "../../support/factories";

const database = useDatabase();
const actor = { id: newId(), email: "admin@example.com" };

const row = (id: string) => database.current.db.supportTicket.findUniqueOrThrow({ where: { id } });
const mailsOf = (prefix: string) =>
  database.current.db.emailLog.findMany({ where: { key: { startsWith: prefix } } });

async function customer() {
  const user = await customerFactory(database.current.db);
  return { userId: user.id, email: user.email };
}

/** A paid order with an id as the shop makes them, of an account or a guest. */
async function orderOf(userId: string | null) {
  const { db } = database.current;
  const { id } = await orderFactory(db);
  return db.order.update({ where: { id }, data: { id: newOrderId(), userId } });
}

async function opened(changes: Partial<NewTicket> = {}) {
  const caller = changes.caller ?? (await customer());
  const input = { caller, kind: "support" as const, orderReference: "", message: "Where is it?", ...changes };
  const { id } = await openTicket(database.current.db, input);
  return { id, caller, userId: caller.userId ?? "" };
}

describe("opening a ticket", () => {
  it("files it as open under General Support, and enqueues one mail with its job", async () => {
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
    const jobs = await database.current.db.$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker.jobs WHERE key = ${`mail:${mail?.id}`}`;
    expect(jobs).toHaveLength(1);
  });

  it("about a profile keeps the profile as the block list does, so that one click blocks it", async () => {
    const { db } = database.current;
    const target = { platform: "instagram", username: "wave.rider" } as const;
    const { id } = await opened({ kind: "stop_orders", target });
    const ticket = await findTicket(db, id);
    expect(ticket?.subject).toBe("Stop orders for @wave.rider on Instagram");
    const block = newBlockSchema.parse({ kind: "target", value: ticket?.target });
    await addBlock(db, { block, actor, reason: "the owner asked" });
    expect(await isBlocked(db, { target: "instagram:wave.rider" })).toBe(true);
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

  it("relates it to an own order by its supplier's number, and not to another customer's", async () => {
    const { db } = database.current;
    const caller = await customer();
    const order = await orderOf(caller.userId);
    const foreign = await orderOf(null);
    await db.order.update({ where: { id: order.id }, data: { providerOrderId: "48213" } });
    await db.order.update({ where: { id: foreign.id }, data: { providerOrderId: "48214" } });
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
    const { db } = database.current;
    const caller = await customer();
    const own = await orderOf(caller.userId);
    const reference = write({ other: (await orderOf(null)).id, own: own.id });
    const answer = await openTicket(db, {
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

  it("relates nothing when two own orders begin alike", async () => {
    const { db } = database.current;
    const caller = await customer();
    const prefix = newId().slice(28);
    const like = { ...(await orderFactory(db)), userId: caller.userId, acceptance: {} };
    for (const end of ["1", "2"]) {
      const id = `${prefix}-0000-4000-8000-00000000000${end}`;
      const { profile, selectedPosts } = { profile: {}, selectedPosts: [] };
      await db.order.create({ data: { ...like, id, token: newId(), profile, selectedPosts } });
    }
    const { id } = await opened({ caller, orderReference: prefix });
    expect(await row(id)).toMatchObject({ orderId: null });
  });

  it("relates no order to a guest, whose address nobody has proven, unless the guest holds its link", async () => {
    const { db } = database.current;
    const order = await orderFactory(db);
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

  it("takes one refund request of an order while it is open, also of five at once", async () => {
    const { db } = database.current;
    const order = await orderFactory(db);
    const caller = { userId: null, email: order.email };
    const ask = () => opened({ caller, kind: "refund", orderId: order.id });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, ask));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
    await db.supportTicket.updateMany({ where: { orderId: order.id }, data: { status: "closed" } });
    await ask();
    expect(await db.supportTicket.count({ where: { orderId: order.id } })).toBe(2);
  });

  it("refuses a message that is too long with its order id, whether or not the id is the caller's", async () => {
    const caller = await customer();
    const own = await orderOf(caller.userId);
    for (const orderReference of [own.id, newId()]) {
      const message = "a".repeat(9_990);
      await expect(opened({ caller, orderReference, message })).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
    await opened({ caller, message: "a".repeat(10_000) });
  });
});

describe("answering a ticket", () => {
  it("resolves it, keeps the answer and its time, mails its owner and is audited", async () => {
    const { id, caller } = await opened();
    const { db } = database.current;
    await answerTicket(db, { actor, ticketId: id, version: 0, text: "It arrives today." });
    expect(await row(id)).toMatchObject({
      status: "resolved",
      adminResponse: "It arrives today.",
      respondedAt: expect.any(Date),
      version: 1,
    });
    const [message] = await db.ticketMessage.findMany({ where: { ticketId: id } });
    expect(message).toMatchObject({
      author: "administrator",
      authorId: actor.id,
      body: "It arrives today.",
    });
    expect(await mailsOf(`ticket-answered:${message?.id}`)).toMatchObject([{ recipient: caller.email }]);
    expect(await db.auditEntry.findFirstOrThrow({ where: { subjectId: id } })).toMatchObject({
      action: "ticket.answered",
      actor: actor.email,
      before: { status: "open" },
    });
  });

  it("by five at once is one answer, one mail and four conflicts", async () => {
    const { id } = await opened();
    const { db } = database.current;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) =>
        answerTicket(db, { actor, ticketId: id, version: 0, text: `Answer ${at}` }),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(4).fill("conflict"));
    const messages = await db.ticketMessage.findMany({ where: { ticketId: id } });
    expect(messages).toHaveLength(1);
    expect((await row(id)).adminResponse).toBe(messages[0]?.body);
    expect(
      await db.emailLog.count({ where: { kind: "ticket-answered", recipient: (await row(id)).email } }),
    ).toBe(1);
  });

  it("that was written for an older version is refused: the customer has replied meanwhile", async () => {
    const { id, userId } = await opened();
    const { db } = database.current;
    await replyToTicket(db, { userId, ticketId: id, message: "It has come!" });
    await expect(
      answerTicket(db, { actor, ticketId: id, version: 0, text: "We look into it." }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await row(id)).toMatchObject({ adminResponse: null, status: "open" });
  });

  it("that does not exist is not found", async () => {
    await expect(
      answerTicket(database.current.db, { actor, ticketId: newId(), version: 0, text: "Hello" }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a ticket's status manually", () => {
  it("is set to any of the four and audited, and closed is final", async () => {
    const { id } = await opened();
    const { db } = database.current;
    const steps = ["in_progress", "resolved", "open", "closed"] as const;
    for (const [version, status] of steps.entries()) {
      await setTicketStatus(db, { actor, ticketId: id, version, status });
      expect((await row(id)).status).toBe(status);
    }
    expect(await db.auditEntry.count({ where: { subjectId: id, action: "ticket.status_changed" } })).toBe(4);
    await expect(
      setTicketStatus(db, { actor, ticketId: id, version: 4, status: "open" }),
    ).rejects.toMatchObject({
      code: "conflict",
      userMessage: "This ticket is closed. Please open a new one.",
    });
  });

  it("is not set over what somebody else has changed", async () => {
    const { id } = await opened();
    const { db } = database.current;
    const set = (status: "resolved" | "closed") =>
      setTicketStatus(db, { actor, ticketId: id, version: 0, status });
    const outcomes = await Promise.allSettled([set("resolved"), set("closed")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

it("an order's link in a ticket's messages is whole for the customer, and without its secret part in the admin", async () => {
  const { db } = database.current;
  const caller = await customer();
  const order = await db.order.findUniqueOrThrow({ where: { id: (await orderOf(caller.userId)).id } });
  const link = `https://shop.example/order/${order.token}`;
  const { id, userId } = await opened({ caller, message: `Where is ${link}?` });
  await answerTicket(db, { actor, ticketId: id, version: 0, text: `See ${link}` });
  const own = await findOwnTicket(db, { userId, ticketId: id });
  expect(own?.thread.map(({ body }) => body)).toEqual([`Where is ${link}?`, `See ${link}`]);
  const answered = await findTicket(db, id);
  expect(answered).toMatchObject({ message: "Where is https://shop.example/order/…?" });
  await replyToTicket(db, { userId, ticketId: id, message: `Still nothing: ${link}#review` });
  const { tickets } = await listTickets(db, { limit: 100 });
  const { entries } = await listNeedsMe(db, "read_only", new Date());
  expect(entries.map(({ lead }) => lead.detail)).toContain(
    "Still nothing: https://shop.example/order/…#review",
  );
  expect(JSON.stringify([answered, await findTicket(db, id), tickets, entries])).not.toContain(order.token);
});

describe("a reply", () => {
  it("opens a resolved ticket again, offers an answer again, and keeps the thread", async () => {
    const { id, userId } = await opened();
    const { db } = database.current;
    await answerTicket(db, { actor, ticketId: id, version: 0, text: "Solved." });
    expect((await findTicket(db, id))?.awaitsAnswer).toBe(false);
    await replyToTicket(db, { userId, ticketId: id, message: "Not quite." });
    expect(await row(id)).toMatchObject({ status: "open", adminResponse: null, respondedAt: null });
    const admin = await findTicket(db, id);
    expect(admin?.awaitsAnswer).toBe(true);
    expect(admin?.thread.map(({ author, body }) => [author, body])).toEqual([
      ["customer", "Where is it?"],
      ["administrator", "Solved."],
      ["customer", "Not quite."],
    ]);
    await answerTicket(db, { actor, ticketId: id, version: 2, text: "Now?" });
    expect(await row(id)).toMatchObject({ status: "resolved", adminResponse: "Now?" });
  });

  it("leaves a ticket in progress where it is", async () => {
    const { id, userId } = await opened();
    const { db } = database.current;
    await setTicketStatus(db, { actor, ticketId: id, version: 0, status: "in_progress" });
    await replyToTicket(db, { userId, ticketId: id, message: "More about it" });
    expect((await row(id)).status).toBe("in_progress");
  });

  it("to a closed ticket, and a second close, are refused", async () => {
    const { id, userId } = await opened();
    const { db } = database.current;
    await closeTicket(db, { userId, ticketId: id });
    expect((await row(id)).status).toBe("closed");
    const refused = { code: "conflict" };
    await expect(replyToTicket(db, { userId, ticketId: id, message: "Hello?" })).rejects.toMatchObject(
      refused,
    );
    await expect(closeTicket(db, { userId, ticketId: id })).rejects.toMatchObject(refused);
    await expect(answerTicket(db, { actor, ticketId: id, version: 1, text: "Hello" })).rejects.toMatchObject(
      refused,
    );
    expect(await db.ticketMessage.count({ where: { ticketId: id } })).toBe(0);
  });

  it("or a close of somebody else's ticket, or of a guest's, finds nothing", async () => {
    const { db } = database.current;
    const stranger = (await customer()).userId;
    const tickets = [await opened(), await opened({ caller: { userId: null, email: "guest@example.com" } })];
    for (const { id: ticketId } of tickets) {
      const missing = { code: "not_found" };
      await expect(replyToTicket(db, { userId: stranger, ticketId, message: "Hi" })).rejects.toMatchObject(
        missing,
      );
      await expect(closeTicket(db, { userId: stranger, ticketId })).rejects.toMatchObject(missing);
      expect(await findOwnTicket(db, { userId: stranger, ticketId })).toBeNull();
      expect(await row(ticketId)).toMatchObject({ status: "open", version: 0 });
    }
  });
});
