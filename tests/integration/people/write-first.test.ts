import { describe, expect, it } from "vitest";
import { replyToTicket } from "@/lib/people/support/change-ticket";
import { findOwnTicket, findTicket } from "@/lib/people/support/list-tickets";
import { writeFirst } from "@/lib/people/support/write-first";
import { useDatabase } from "../../support/database";
import { auditedActions } from "../../support/factories";
import { useTickets } from "../../support/tickets";

const { database, db } = useDatabase();
const { actor, customer, row, mailsOf } = useTickets(database);
const message = { subject: "About your order", text: "Is your account public again?" };

describe("writing to a person first", () => {
  it("opens a resolved ticket whose first message is ours, mails it, and a reply opens it", async () => {
    const { userId, email } = await customer();
    const { ticketId } = await writeFirst(db(), { ...message, email, actor });
    expect(await row(ticketId)).toMatchObject({ userId, status: "resolved", isGuest: false });
    expect(await mailsOf(`ticket-opened:${ticketId}`)).toMatchObject([{ recipient: email, state: "queued" }]);
    expect(await auditedActions(db(), ticketId)).toEqual(["ticket.opened"]);
    await replyToTicket(db(), { userId, ticketId, message: "Yes" });
    expect((await row(ticketId)).status).toBe("open");
    const thread = (await findOwnTicket(db(), { userId, ticketId }))?.thread;
    expect(thread?.map(({ author, body }) => [author, body])).toEqual([
      ["administrator", message.text],
      ["customer", "Yes"],
    ]);
  });

  it("to a guest opens a guest's ticket", async () => {
    const { ticketId } = await writeFirst(db(), { ...message, email: "guest-first@example.com", actor });
    expect(await row(ticketId)).toMatchObject({ userId: null, isGuest: true });
    expect(await findTicket(db(), ticketId)).toMatchObject({ isOurs: true, isGuest: true });
  });
});
