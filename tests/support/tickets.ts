import { newId, newOrderId } from "@/lib/base/ids";
import { type NewTicket, openTicket } from "@/lib/people/support/open-ticket";
import type { TestDatabase } from "./database";
import { customerFactory, orderFactory } from "./factories";

/** The base of tests of support tickets; for use inside tests only. */
export function useTickets(database: { readonly current: TestDatabase }) {
  async function customer() {
    const user = await customerFactory(database.current.db);
    return { userId: user.id, email: user.email };
  }

  /** Opens a ticket, a new customer's unless `changes` says otherwise. */
  async function opened(changes: Partial<NewTicket> = {}) {
    const caller = changes.caller ?? (await customer());
    const input = {
      caller,
      kind: "support" as const,
      orderReference: "",
      message: "Where is it?",
      ...changes,
    };
    const { id } = await openTicket(database.current.db, input);
    return { id, caller, userId: caller.userId ?? "" };
  }

  /** Adds messages to a ticket past its limits, a minute apart, as earlier releases took them. */
  async function addMessages(ticketId: string, count: number, body = "And?") {
    await database.current.db.$executeRaw`
      WITH first AS (
        INSERT INTO ticket_messages (id, ticket_id, author, body, created_at)
        VALUES (gen_random_uuid(), ${ticketId}::uuid, 'customer', ${body}, now() - ${count}::int * interval '1 minute')
        RETURNING body
      )
      INSERT INTO ticket_messages (id, ticket_id, author, body, created_at)
      SELECT gen_random_uuid(), ${ticketId}::uuid, 'customer', first.body, now() - nth * interval '1 minute'
      FROM first, generate_series(1, ${count - 1}::int) AS nth`;
  }

  const row = (id: string) => database.current.db.supportTicket.findUniqueOrThrow({ where: { id } });
  const mailsOf = (prefix: string) =>
    database.current.db.emailLog.findMany({ where: { key: { startsWith: prefix } } });

  /** A paid order with an id as the shop makes them, of an account or a guest. */
  const orderOf = (userId: string | null) =>
    orderFactory(database.current.db, { data: { id: newOrderId(), userId } });

  /** The administrator who answers. */
  const actor = { id: newId(), email: "admin@example.com" };

  return { actor, addMessages, customer, opened, row, mailsOf, orderOf };
}
