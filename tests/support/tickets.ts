import { newId, newOrderId } from "@/lib/ids";
import { type NewTicket, openTicket } from "@/lib/support/open-ticket";
import type { TestDatabase } from "./database";
import { customerFactory, orderFactory } from "./factories";

/** What tests of support tickets use; inside tests only. */
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

  const row = (id: string) => database.current.db.supportTicket.findUniqueOrThrow({ where: { id } });
  const mailsOf = (prefix: string) =>
    database.current.db.emailLog.findMany({ where: { key: { startsWith: prefix } } });

  /** A paid order with an id as the shop makes them, of an account or a guest. */
  const orderOf = (userId: string | null) =>
    orderFactory(database.current.db, { data: { id: newOrderId(), userId } });

  /** The administrator who answers. */
  const actor = { id: newId(), email: "admin@example.com" };

  return { actor, customer, opened, row, mailsOf, orderOf };
}
