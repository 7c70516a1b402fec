import type { Database, Tx } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import type { TicketKind } from "@/lib/base/db/generated/enums";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { orderIdRange } from "@/lib/base/order-number";
import { emailSchema } from "@/lib/mail/address/address";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { accountIsDeleted, holdAccount } from "@/lib/people/auth/hold-account";
import { findPlatform } from "@/lib/shop/catalog/vocabulary";
import { ticketReceivedMail } from "./ticket-mails";
import { longestMessage, ticketSubject, withReference } from "./ticket-message";

/** A signed-in customer with the account's address, or a guest with the typed one. */
type TicketCaller = {
  userId: string | null;
  email: string;
  /** True for the link holder of an order that a guest placed, though an account has it; by default without a userId. */
  isGuest?: boolean;
};

/**
 * Whose ticket it will be: the signed-in customer's, whatever address was typed, or a guest's. Errors: invalid_input for
 * an address that can't be used.
 */
export function ticketCaller(user: { id: string; email: string } | null, email: string): TicketCaller {
  if (user) return { userId: user.id, email: user.email };
  const parsed = emailSchema.safeParse(email);
  if (parsed.success) return { userId: null, email: parsed.data };
  throw invalidField("email", parsed.error.issues[0]?.message ?? "Please enter a valid email address");
}

export type NewTicket = {
  caller: TicketCaller;
  kind: TicketKind;
  message: string;
  /** The order id as it was typed; may be empty. Parsed by orderReferenceSchema. */
  orderReference: string;
  /** An order whose link the caller holds; takes precedence over the reference. */
  orderId?: string;
  /** The profile that a ticket of kind stop_orders is about. */
  target?: { platform: string; username: string } | null;
  /** False when the address has used up its limit of mails; the ticket is opened all the same. */
  isMailed?: boolean;
};

/**
 * Opens a ticket, with a mail that confirms it. A reference attaches an order only when it is the id, or an unambiguous
 * short id or supplier's number, of the signed-in caller's own order. Otherwise the reference stays in the text; the
 * result doesn't reveal which, so that ids can't be probed. Errors: unauthorized (a deleted account), invalid_input
 * (message and reference together are too long).
 */
export function openTicket(db: Database, input: NewTicket): Promise<{ id: string }> {
  const { userId } = input.caller;
  return db.$transaction(async (tx) => {
    if (userId !== null && !(await holdAccount(tx, userId))) throw accountIsDeleted();
    return openTicketIn(tx, input);
  });
}

/** `openTicket` in the caller's transaction, which holds the caller's account or the order that is in its name. */
export async function openTicketIn(tx: Tx, input: NewTicket): Promise<{ id: string }> {
  const { caller, kind, orderReference: reference, target } = input;
  const profile =
    target && `@${target.username} on ${findPlatform(target.platform)?.label ?? target.platform}`;
  // The length includes the reference in both cases, because the result must not reveal whether an order was found.
  if ([...withReference(input.message, reference)].length > longestMessage) {
    throw invalidField("message", "Please use at most 10,000 characters, the order ID included.");
  }
  const id = newId();
  const orderId = input.orderId ?? (await findOwnOrderId(tx, caller.userId, reference));
  await tx.supportTicket.create({
    data: {
      id,
      kind,
      orderId,
      userId: caller.userId,
      email: caller.email,
      isGuest: caller.isGuest ?? caller.userId === null,
      target: target ? `${target.platform}:${target.username}` : null,
      subject: ticketSubject(kind, profile ?? input.orderId ?? reference),
      message: orderId ? input.message : withReference(input.message, reference),
    },
  });
  if (input.isMailed !== false) {
    await enqueueMail(tx, ticketReceivedMail, {
      about: id,
      orderId,
      recipient: caller.email,
      props: { ticketId: id },
    });
  }
  logger.info({ ticketId: id, kind }, "ticket opened");
  return { id };
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const shortId = /^[0-9a-f]{8}$/;

/** The caller's own order that a reference names unambiguously. Guests have none, because their address is unproven. */
async function findOwnOrderId(tx: Tx, userId: string | null, reference: string): Promise<string | null> {
  const number = reference.replace(/^#/, "");
  if (userId === null || number === "") return null;
  const id = number.toLowerCase();
  if (wholeId.test(id)) return findOnly(tx, { id, userId });
  const named = shortId.test(id) ? await findOnly(tx, { ...orderIdRange(id), userId }) : null;
  // A customer may quote the number that the order history shows beside ours: the supplier's.
  return named ?? findOnly(tx, { providerOrderId: number, userId });
}

/** The id of the one order that matches; null for none or several. */
async function findOnly(tx: Tx, where: Prisma.OrderWhereInput): Promise<string | null> {
  const [order, another] = await tx.order.findMany({ where, select: { id: true }, take: 2 });
  return order && !another ? order.id : null;
}

/**
 * The id of the order's request of that kind that waits for an answer, or null. Locks the order until the commit, so that
 * two clicks at the same time make one request, and the ticket, so that it stays open.
 */
export async function findOpenRequest(
  tx: Tx,
  orderId: string,
  kind: "refill" | "refund",
): Promise<string | null> {
  await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR NO KEY UPDATE`;
  const [open] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM support_tickets
    WHERE order_id = ${orderId}::uuid AND kind = ${kind}::ticket_kind AND status IN ('open', 'in_progress')
    LIMIT 1 FOR UPDATE`;
  return open?.id ?? null;
}
