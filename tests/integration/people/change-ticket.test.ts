import { describe, expect, it } from "vitest";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import {
  answerTicket,
  closeTicket,
  replyToTicket,
  setTicketStatus,
} from "@/lib/people/support/change-ticket";
import { findOwnTicket, findTicket, listTickets } from "@/lib/people/support/list-tickets";
import { codeOf, countSucceeded, useDatabase } from "../../support/database";
import { useTickets } from "../../support/tickets";

const { database, db } = useDatabase();
const { actor, addMessages, customer, opened, row, mailsOf, orderOf } = useTickets(database);

describe("answering a ticket", () => {
  it("resolves it, keeps the answer and its time, mails its owner and is audited", async () => {
    const { id, caller } = await opened();
    await answerTicket(db(), { actor, ticketId: id, version: 0, text: "It arrives today." });
    expect(await row(id)).toMatchObject({
      status: "resolved",
      adminResponse: "It arrives today.",
      respondedAt: expect.any(Date),
      version: 1,
    });
    const [message] = await db().ticketMessage.findMany({ where: { ticketId: id } });
    expect(message).toMatchObject({
      author: "administrator",
      authorId: actor.id,
      body: "It arrives today.",
    });
    expect(await mailsOf(`ticket-answered:${message?.id}`)).toMatchObject([{ recipient: caller.email }]);
    expect(await db().auditEntry.findFirstOrThrow({ where: { subjectId: id } })).toMatchObject({
      action: "ticket.answered",
      actor: actor.email,
      before: { status: "open" },
    });
  });

  it("by five at once is one answer, one mail and four conflicts", async () => {
    const { id } = await opened();
    const answers = Array.from({ length: 5 }, (_, at) =>
      answerTicket(db(), { actor, ticketId: id, version: 0, text: `Answer ${at}` }),
    );
    const codes = await Promise.all(answers.map(codeOf));
    expect(codes.toSorted()).toEqual([...Array(4).fill("conflict"), null]);
    const messages = await db().ticketMessage.findMany({ where: { ticketId: id } });
    expect(messages).toHaveLength(1);
    expect((await row(id)).adminResponse).toBe(messages[0]?.body);
    expect(
      await db().emailLog.count({ where: { kind: "ticket-answered", recipient: (await row(id)).email } }),
    ).toBe(1);
  });

  it("that was written for an older version is refused, because the customer has replied meanwhile", async () => {
    const { id, userId } = await opened();
    await replyToTicket(db(), { userId, ticketId: id, message: "It has come!" });
    expect(
      await codeOf(answerTicket(db(), { actor, ticketId: id, version: 0, text: "We look into it." })),
    ).toBe("conflict");
    expect(await row(id)).toMatchObject({ adminResponse: null, status: "open" });
  });
});

describe("a ticket's status, set manually", () => {
  it("can be any of the four and is audited, and closed is final", async () => {
    const { id } = await opened();
    const steps = ["in_progress", "resolved", "open", "closed"] as const;
    for (const [version, status] of steps.entries()) {
      await setTicketStatus(db(), { actor, ticketId: id, version, status });
      expect((await row(id)).status).toBe(status);
    }
    expect(await db().auditEntry.count({ where: { subjectId: id, action: "ticket.status_changed" } })).toBe(
      4,
    );
    await expect(
      setTicketStatus(db(), { actor, ticketId: id, version: 4, status: "open" }),
    ).rejects.toMatchObject({
      code: "conflict",
      userMessage: "This ticket is closed. Please open a new one.",
    });
  });

  it("does not overwrite another administrator's change", async () => {
    const { id } = await opened();
    const set = (status: "resolved" | "closed") =>
      setTicketStatus(db(), { actor, ticketId: id, version: 0, status });
    expect(await countSucceeded([set("resolved"), set("closed")])).toBe(1);
  });
});

it("an order's link in a ticket is complete for the customer, and without its secret in the admin area", async () => {
  const caller = await customer();
  const order = await db().order.findUniqueOrThrow({ where: { id: (await orderOf(caller.userId)).id } });
  const link = `https://shop.example/order/${order.token}`;
  const { id, userId } = await opened({ caller, message: `Where is ${link}?` });
  await answerTicket(db(), { actor, ticketId: id, version: 0, text: `See ${link}` });
  const own = await findOwnTicket(db(), { userId, ticketId: id });
  expect(own?.thread.map(({ body }) => body)).toEqual([`Where is ${link}?`, `See ${link}`]);
  const answered = await findTicket(db(), id);
  expect(answered).toMatchObject({ message: "Where is https://shop.example/order/…?" });
  await replyToTicket(db(), { userId, ticketId: id, message: `Still nothing: ${link}#review` });
  const { tickets } = await listTickets(db(), { limit: 100 });
  const { entries } = await listNeedsMe(db(), "read_only", new Date());
  expect(entries.map(({ lead }) => lead.detail)).toContain(
    "Still nothing: https://shop.example/order/…#review",
  );
  expect(JSON.stringify([answered, await findTicket(db(), id), tickets, entries])).not.toContain(order.token);
});

describe("a reply", () => {
  it("reopens a resolved ticket, so that it can be answered again, and keeps the thread", async () => {
    const { id, userId } = await opened();
    await answerTicket(db(), { actor, ticketId: id, version: 0, text: "Solved." });
    expect((await findTicket(db(), id))?.awaitsAnswer).toBe(false);
    await replyToTicket(db(), { userId, ticketId: id, message: "Not quite." });
    expect(await row(id)).toMatchObject({ status: "open", adminResponse: null, respondedAt: null });
    const admin = await findTicket(db(), id);
    expect(admin?.awaitsAnswer).toBe(true);
    expect(admin?.thread.map(({ author, body }) => [author, body])).toEqual([
      ["customer", "Where is it?"],
      ["administrator", "Solved."],
      ["customer", "Not quite."],
    ]);
    await answerTicket(db(), { actor, ticketId: id, version: 2, text: "Now?" });
    expect(await row(id)).toMatchObject({ status: "resolved", adminResponse: "Now?" });
  });

  it("is taken twenty times, then refused until an administrator has answered", async () => {
    const { id, userId } = await opened();
    await addMessages(id, 18);
    const reply = () => replyToTicket(db(), { userId, ticketId: id, message: "Hello?" });
    expect(await countSucceeded(Array.from({ length: 5 }, reply))).toBe(2);
    expect(await db().ticketMessage.count({ where: { ticketId: id } })).toBe(20);
    await expect(reply()).rejects.toMatchObject({
      code: "conflict",
      userMessage:
        "We'll read your 20 messages first. This one was not sent: it stays here, and you can send it after our answer.",
    });
    const { version } = await row(id);
    await answerTicket(db(), { actor, ticketId: id, version, text: "Here." });
    await reply();
    expect(await row(id)).toMatchObject({ status: "open", adminResponse: null });
  });

  it("is refused on a ticket with two hundred messages, and the customer is told to open a new one", async () => {
    const { id, userId } = await opened();
    await addMessages(id, 198);
    await answerTicket(db(), { actor, ticketId: id, version: 0, text: "Here." });
    const reply = () => replyToTicket(db(), { userId, ticketId: id, message: "Thanks" });
    expect(await findOwnTicket(db(), { userId, ticketId: id })).toMatchObject({ isFull: false, leftOut: 0 });
    await reply();
    expect(await findOwnTicket(db(), { userId, ticketId: id })).toMatchObject({ isFull: true, leftOut: 0 });
    const { version } = await row(id);
    await answerTicket(db(), { actor, ticketId: id, version, text: "Anything else?" });
    await expect(reply()).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/open a new one/),
    });
    expect(await row(id)).toMatchObject({ status: "resolved", adminResponse: "Anything else?" });
  });

  it("to a closed ticket, and a second close, are refused", async () => {
    const { id, userId } = await opened();
    await closeTicket(db(), { userId, ticketId: id });
    expect((await row(id)).status).toBe("closed");
    const late = [
      replyToTicket(db(), { userId, ticketId: id, message: "Hello?" }),
      closeTicket(db(), { userId, ticketId: id }),
      answerTicket(db(), { actor, ticketId: id, version: 1, text: "Hello" }),
    ];
    expect(await Promise.all(late.map(codeOf))).toEqual(Array(3).fill("conflict"));
    expect(await db().ticketMessage.count({ where: { ticketId: id } })).toBe(0);
  });

  it.each([
    ["another customer's", () => opened()],
    ["a guest's", () => opened({ caller: { userId: null, email: "guest@example.com" } })],
  ])("to %s ticket is not found, and neither is closing it", async (_, open) => {
    const { userId } = await customer();
    const { id: ticketId } = await open();
    expect(await codeOf(replyToTicket(db(), { userId, ticketId, message: "Hi" }))).toBe("not_found");
    expect(await codeOf(closeTicket(db(), { userId, ticketId }))).toBe("not_found");
    expect(await findOwnTicket(db(), { userId, ticketId })).toBeNull();
    expect(await row(ticketId)).toMatchObject({ status: "open", version: 0 });
  });
});

describe("a ticket with more messages than its page shows", () => {
  it.each(["customer", "operator"])(
    "has the first message and the newest two hundred for its %s, and says how many are left out",
    async (reader) => {
      const { id, userId } = await opened();
      await addMessages(id, 300);
      await db().ticketMessage.create({ data: { ticketId: id, author: "customer", body: "The newest" } });
      const find = () =>
        reader === "customer" ? findOwnTicket(db(), { userId, ticketId: id }) : findTicket(db(), id);
      const ticket = await find();
      expect(ticket?.leftOut).toBe(101);
      expect(ticket?.thread).toHaveLength(201);
      expect([ticket?.thread[0], ticket?.thread.at(-1)]).toMatchObject([
        { body: "Where is it?" },
        { body: "The newest" },
      ]);
      const times = ticket?.thread.slice(1).map(({ at }) => at) ?? [];
      expect(times).toEqual(times.toSorted());
    },
  );

  it("shows long messages up to 250,000 characters, which holds all that may wait for an answer", async () => {
    const { id, userId } = await opened();
    await addMessages(id, 60, "x".repeat(10_000));
    expect(await findOwnTicket(db(), { userId, ticketId: id })).toMatchObject({ leftOut: 35 });
    expect((await findTicket(db(), id))?.thread).toHaveLength(26);
  });
});
