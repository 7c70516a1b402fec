import { describe, expect, it } from "vitest";
import { databaseNow } from "@/lib/base/time/clock";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { answerTicket, replyToTicket, setTicketStatus } from "@/lib/people/support/change-ticket";
import { byOps } from "../../support/factories";
import { hoursAgo, useNeedsMe } from "../../support/needs-me";
import { useTickets } from "../../support/tickets";

const { database, db, list, subjects } = useNeedsMe();
const { addMessages, opened } = useTickets(database);
const { actor } = byOps;

describe("the list of what needs an operator", () => {
  it("has a ticket until it is answered, and again from the reply to the answer on", async () => {
    const { id: ticketId, userId } = await opened();
    await db().supportTicket.update({ where: { id: ticketId }, data: { createdAt: hoursAgo(30) } });
    const asked = { version: 0, detail: "Where is it?", text: "General Support" };
    expect((await list()).entries).toMatchObject([{ subject: `ticket:${ticketId}`, lead: asked }]);
    await answerTicket(db(), { actor, ticketId, version: 0, text: "On its way." });
    expect(await subjects()).toEqual([]);
    await replyToTicket(db(), { userId, ticketId, message: "Still nothing" });
    const [again] = (await list()).entries;
    expect(again?.lead).toMatchObject({ detail: "Still nothing" });
    expect(again?.lead.since.getTime()).toBeGreaterThan(hoursAgo(1).getTime());
  });

  it("has a ticket by the beginning of its last reply, however much text waits in it", async () => {
    const { id: ticketId } = await opened();
    await answerTicket(db(), { actor, ticketId, version: 0, text: "On its way." });
    await db().ticketMessage.updateMany({ where: { ticketId }, data: { createdAt: hoursAgo(30) } });
    await addMessages(ticketId, 20, "And?");
    await db().supportTicket.update({
      where: { id: ticketId },
      data: { status: "open", adminResponse: null, respondedAt: null },
    });
    // Together more than PostgreSQL can hold in one value: a thousand of the longest replies in each.
    await db().$executeRaw`ALTER TABLE ticket_messages DROP CONSTRAINT ticket_messages_body`;
    await db().$executeRaw`
      UPDATE ticket_messages SET body = repeat(body, 15000000) WHERE id = (SELECT min(id::text)::uuid FROM ticket_messages
        WHERE ticket_id = ${ticketId}::uuid AND author = 'customer')`;
    await db().$executeRaw`
      UPDATE ticket_messages SET body = (SELECT body FROM ticket_messages ORDER BY length(body) DESC LIMIT 1)
      WHERE ticket_id = ${ticketId}::uuid AND author = 'customer'`;
    const { createdAt } = await db().ticketMessage.findFirstOrThrow({
      where: { ticketId, author: "customer" },
      orderBy: { createdAt: "asc" },
      select: { createdAt: true },
    });
    expect((await list()).entries).toMatchObject([
      { subject: `ticket:${ticketId}`, lead: { detail: "And?".repeat(150), since: createdAt } },
    ]);
  });

  it("has the two hundred oldest tickets of both states and the number of the others, however many strangers open", async () => {
    const ticket = { email: "a@example.com", isGuest: true, subject: "s", message: "m" };
    await db().supportTicket.createMany({
      data: Array.from({ length: 450 }, (_, at) => ({
        ...ticket,
        status: at % 2 === 0 ? ("open" as const) : ("in_progress" as const),
        createdAt: hoursAgo(at),
      })),
    });
    const { entries, moreTickets } = await list();
    expect(entries).toHaveLength(200);
    expect(moreTickets).toBe(250);
    expect((await listNeedsMe(db(), "catalogue", databaseNow())).moreTickets).toBe(0);
    expect(Math.max(...entries.map(({ lead }) => lead.since.getTime()))).toBeLessThan(
      hoursAgo(249).getTime(),
    );
  });

  it("has an answered ticket again from the time when an operator sets it to in progress", async () => {
    const { id: ticketId } = await opened({ caller: { userId: null, email: "guest@example.com" } });
    await db().supportTicket.update({ where: { id: ticketId }, data: { createdAt: hoursAgo(30) } });
    await answerTicket(db(), { actor, ticketId, version: 0, text: "On its way." });
    await setTicketStatus(db(), { actor, ticketId, version: 1, status: "in_progress" });
    const [again] = (await list()).entries;
    expect(again).toMatchObject({
      subject: `ticket:${ticketId}`,
      lead: { version: 2, detail: "Where is it?" },
    });
    expect(again?.lead.since.getTime()).toBeGreaterThan(hoursAgo(1).getTime());
    await answerTicket(db(), { actor, ticketId, version: 2, text: "It is there." });
    expect(await subjects()).toEqual([]);
  });
});
