import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { readCursor } from "@/lib/base/list-page";
import { linkGuestOrders } from "@/lib/people/customers/link-guest-orders";
import { answerTicket, replyToTicket, setTicketStatus } from "@/lib/people/support/change-ticket";
import { findTicket, listOwnTickets, listTickets } from "@/lib/people/support/list-tickets";
import { useDatabase } from "../../support/database";
import { withWatchedConnection } from "../../support/statements";
import { useTickets } from "../../support/tickets";

const { database, db } = useDatabase();
const { actor, customer, opened } = useTickets(database);

describe("lists of tickets", () => {
  it("show customers their own, newest first, page by page, also with equal times", async () => {
    const caller = await customer();
    await opened();
    const at = new Date();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      const { id } = await opened({ caller });
      await db().supportTicket.update({ where: { id }, data: { createdAt: at } });
      ids.unshift(id);
    }
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page = await listOwnTickets(db(), { userId: caller.userId, limit: 2, after: readCursor(next) });
      expect(page.tickets.length).toBeLessThanOrEqual(2);
      seen.push(...page.tickets.map((ticket) => ticket.id));
      next = page.next;
    } while (next);
    expect(seen).toEqual(ids);
  });

  it("call a ticket filed without a session a guest's, even once its address's owner signs in", async () => {
    const { userId, email } = await customer();
    const { id } = await opened({ caller: { userId: null, email } });
    const own = await opened({ caller: { userId, email } });
    await db().$transaction((tx) => linkGuestOrders(tx, userId, email));
    const shown = (await listTickets(db(), { limit: 10 })).tickets.filter((ticket) => ticket.email === email);
    expect(shown.map((ticket) => [ticket.id, ticket.isGuest])).toEqual([
      [own.id, false],
      [id, true],
    ]);
    expect(await findTicket(db(), id)).toMatchObject({ isGuest: true });
    expect((await listOwnTickets(db(), { userId, limit: 10 })).tickets).toHaveLength(2);
  });

  it("show the admin pages all of them, or those of one status", async () => {
    const { id } = await opened();
    await setTicketStatus(db(), { actor, ticketId: id, version: 0, status: "in_progress" });
    const all = await listTickets(db(), { limit: 100 });
    expect(all.tickets.length).toBe(await db().supportTicket.count());
    const busy = await listTickets(db(), { status: "in_progress", limit: 100 });
    expect(busy.tickets.every(({ status }) => status === "in_progress")).toBe(true);
    expect(busy.tickets.map((ticket) => ticket.id)).toContain(id);
  });

  it("show the admin pages what a customer has written since the answer", async () => {
    const { id, userId } = await opened();
    const lastReply = async () =>
      (await listTickets(db(), { limit: 100 })).tickets.find((ticket) => ticket.id === id)?.lastReply;
    expect(await lastReply()).toBeNull();
    await answerTicket(db(), { actor, ticketId: id, version: 0, text: "It arrives today." });
    expect(await lastReply()).toBeNull();
    const message = "It has not arrived: https://shop.example/order/abcdefghijklmnopqrstuvwxyz1";
    await replyToTicket(db(), { userId, ticketId: id, message });
    expect(await lastReply()).toMatchObject({ body: "It has not arrived: https://shop.example/order/…" });
    await setTicketStatus(db(), { actor, ticketId: id, version: 2, status: "closed" });
    expect(await lastReply()).toBeNull();
  });

  it("stay quick however many tickets there are: a page is read from its index, without sorting", async () => {
    const { db, url } = database.current;
    await db.$executeRaw`
      INSERT INTO support_tickets (id, email, subject, message, status, created_at, updated_at)
      SELECT gen_random_uuid(), 'many@example.com', 'General Support', 'Hello',
        (CASE WHEN n % 500 = 0 THEN 'in_progress' ELSE 'closed' END)::ticket_status,
        now() - n * interval '1 second', now()
      FROM generate_series(1, 5000) AS n`;
    await db.$executeRaw`ANALYZE support_tickets`;
    await withWatchedConnection(url, async (watched) => {
      const after = { createdAt: new Date(), id: newId() };
      await listTickets(watched.db, { status: "in_progress", after, limit: 20 });
      const [statement = ""] = watched.statements();
      const { rows } = await watched.pool.query(`EXPLAIN (GENERIC_PLAN) ${statement}`);
      const plan = rows.map((line) => line["QUERY PLAN"]).join("\n");
      expect(plan).toMatch(/Index Scan using tickets_by_status/);
      expect(plan).toMatch(/Index Cond: .*status.*ROW\(created_at, id\)/);
      expect(plan).not.toContain("Sort");
    });
  });
});
