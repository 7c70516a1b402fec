import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { deleteReply, fillReply, listSavedReplies, saveReply } from "@/lib/people/support/saved-replies";
import { codeOf, useDatabase } from "../../support/database";
import { auditOf, byOps, customerFactory, orderFactory } from "../../support/factories";
import { useTickets } from "../../support/tickets";

const { database, db } = useDatabase();
const { opened } = useTickets(database);
const { actor } = byOps;
const origin = "https://shop.example";

const save = (title: string, text: string, replyId?: string) =>
  saveReply(db(), { title, text, replyId, actor });
const idOf = async (title: string) => (await db().savedReply.findUniqueOrThrow({ where: { title } })).id;

describe("saved replies", () => {
  it("are listed by title, changed and deleted, each change with an entry in the audit log", async () => {
    await save("Late", "Hello {name}");
    await save("Apology", "We are sorry");
    const id = await idOf("Late");
    await save("Late delivery", "Hello {name}, about {order}", id);
    expect((await listSavedReplies(db())).map(({ title }) => title)).toEqual(["Apology", "Late delivery"]);
    await Promise.all([deleteReply(db(), { replyId: id, actor }), deleteReply(db(), { replyId: id, actor })]);
    expect((await listSavedReplies(db())).map(({ title }) => title)).toEqual(["Apology"]);
    expect(await auditOf(db(), id)).toMatchObject([
      { action: "reply.saved", before: null },
      { action: "reply.saved", before: { title: "Late" }, after: { title: "Late delivery" } },
      { action: "reply.deleted", before: { title: "Late delivery" } },
    ]);
  });

  it("have unique titles, and saving one that was deleted meanwhile does not make it again", async () => {
    await save("Taken", "One");
    await expect(save("Taken", "Two")).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { title: "Another reply has this title." },
    });
    expect(await codeOf(save("Gone", "Text", newId()))).toBe("not_found");
  });

  it("are filled from the ticket: the customer's name, the order and the page where the customer sees it", async () => {
    await save("Status", "Hello {name}, {order} is on its way: {link}");
    const replyId = await idOf("Status");
    const user = await customerFactory(db(), { name: "Mara" });
    const own = await orderFactory(db(), { data: { userId: user.id } });
    const asGuest = await orderFactory(db());
    const caller = { userId: user.id, email: user.email };
    const guest = { userId: null, email: "guest@example.com" };
    const filled = async (ticket: Parameters<typeof opened>[0]) => {
      const { id: ticketId } = await opened(ticket);
      return (await fillReply(db(), { replyId, ticketId, origin })).replace(ticketId, "<ticket>");
    };
    expect(await filled({ caller, orderId: own.id })).toBe(
      `Hello Mara, #${own.id.slice(0, 8)} is on its way: ${origin}/orders/${own.id}`,
    );
    expect(await filled({ caller })).toBe(`Hello Mara, your order is on its way: ${origin}/tickets/<ticket>`);
    expect(await filled({ caller: guest })).toBe(`Hello there, your order is on its way: ${origin}/track`);
    // The holder of an order's link can act as the buyer, so no text for an administrator has it.
    expect(await filled({ caller: guest, orderId: asGuest.id })).toBe(
      `Hello there, #${asGuest.id.slice(0, 8)} is on its way: ${origin}/track`,
    );
    expect(await codeOf(fillReply(db(), { replyId, ticketId: newId(), origin }))).toBe("not_found");
  });
});
