import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import type { Prisma, SupportTicket } from "@/lib/base/db/generated/client";
import { AppError, conflict } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { databaseNow } from "@/lib/base/time/clock";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { ticketAnsweredMail } from "./ticket-mails";
import { mostMessages, mostWaiting } from "./ticket-message";
import { nextTicketStatus, type TicketMove, type TicketStatus } from "./ticket-status";

/**
 * An administrator's change to the version of a ticket that they saw; if two change it at the same time, the first
 * wins.
 */
type AdminChange = { actor: Actor; ticketId: string; version: number };

/** A change to a ticket by its owner. */
type OwnChange = { userId: string; ticketId: string };

/**
 * Answers a ticket: the answer is stored, the ticket resolved, and its owner gets a mail. `text` is parsed by
 * responseSchema. Errors: not_found; conflict when the ticket is closed or has changed since `version`.
 */
export async function answerTicket(
  db: Database,
  { actor, ticketId, version, text }: AdminChange & { text: string },
): Promise<void> {
  const messageId = newId();
  await db.$transaction(async (tx) => {
    const answer = { adminResponse: text, respondedAt: databaseNow() };
    const { before, after } = await changeTicket(tx, { id: ticketId, version }, { kind: "answer" }, answer);
    await tx.ticketMessage.create({
      data: { id: messageId, ticketId, author: "administrator", authorId: actor.id, body: text },
    });
    await enqueueMail(tx, ticketAnsweredMail, {
      about: messageId,
      orderId: after.orderId,
      recipient: after.email,
      props: { ticketId, messageId },
    });
    await recordAudit(tx, { actor }, "ticket.answered", ["ticket", ticketId], {
      before: { status: before },
      after: { status: after.status, messageId },
    });
  });
  logger.info({ ticketId, messageId }, "ticket answered");
}

/** Sets a ticket's status. Errors: not_found; conflict when the ticket is closed or has changed since `version`. */
export async function setTicketStatus(
  db: Database,
  { actor, ticketId, version, status }: AdminChange & { status: TicketStatus },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { before } = await changeTicket(tx, { id: ticketId, version }, { kind: "set", to: status });
    if (before === status) return;
    await recordAudit(tx, { actor }, "ticket.status_changed", ["ticket", ticketId], {
      before: { status: before },
      after: { status },
    });
  });
}

/**
 * Adds its owner's message, parsed by messageSchema, to a ticket. A resolved one is reopened, and the answer moves into
 * the thread so that the admin offers another. Errors: not_found (also for another customer's ticket); conflict when the
 * ticket is closed, is full, or holds as many messages as may wait for an answer.
 */
export async function replyToTicket(
  db: Database,
  { userId, ticketId, message }: OwnChange & { message: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await changeTicket(tx, { id: ticketId, userId }, { kind: "reply" }, noAnswer);
    await requireRoom(tx, ticketId);
    await tx.ticketMessage.create({ data: { ticketId, author: "customer", body: message } });
  });
}

/**
 * Adds a further matter of its owner's to a ticket, in the caller's transaction; like their reply, it waits for an
 * answer. Errors: conflict when the ticket is closed.
 */
export async function addToTicket(tx: Tx, ticketId: string, message: string): Promise<void> {
  await changeTicket(tx, { id: ticketId }, { kind: "reply" }, noAnswer);
  await tx.ticketMessage.create({ data: { ticketId, author: "customer", body: message } });
}

const noAnswer = { adminResponse: null, respondedAt: null };

/** Refuses a reply to a ticket that has no room for it. The ticket is locked, so that parallel replies are counted. */
async function requireRoom(tx: Tx, ticketId: string): Promise<void> {
  const newest = await tx.ticketMessage.findMany({
    where: { ticketId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostMessages,
    select: { author: true },
  });
  if (newest.length >= mostMessages) throw conflict(fullMessage);
  const answered = newest.findIndex(({ author }) => author === "administrator");
  const waiting = answered === -1 ? newest.length : answered;
  if (waiting >= mostWaiting) throw conflict(waitingMessage);
}

/** Closes a ticket for its owner, finally. Errors: not_found (also for another customer's ticket); conflict when closed. */
export async function closeTicket(db: Database, { userId, ticketId }: OwnChange): Promise<void> {
  await db.$transaction((tx) => changeTicket(tx, { id: ticketId, userId }, { kind: "close" }));
}

/** Makes one move of a ticket under its lock; returns the status before it and the ticket after it. */
async function changeTicket(
  tx: Tx,
  { id, userId, version }: { id: string; userId?: string; version?: number },
  move: TicketMove,
  data: Prisma.SupportTicketUpdateInput = {},
): Promise<{ before: TicketStatus; after: SupportTicket }> {
  const [ticket] = await tx.$queryRaw<{ status: TicketStatus; user_id: string | null; version: number }[]>`
    SELECT status::text, user_id, version FROM support_tickets WHERE id = ${id}::uuid FOR UPDATE`;
  if (!ticket || (userId !== undefined && ticket.user_id !== userId)) throw new AppError("not_found");
  if (version !== undefined && version !== ticket.version) throw new AppError("conflict");
  const status = nextTicketStatus(ticket.status, move);
  if (status === null) throw conflict(closedMessage);
  const after = await tx.supportTicket.update({
    where: { id },
    data: { ...data, status, version: { increment: 1 } },
  });
  return { before: ticket.status, after };
}

const waitingMessage = `We'll read your ${mostWaiting} messages first. This one was not sent: it stays here, and you can send it after our answer.`;
const fullMessage = `This ticket holds ${mostMessages} messages and takes no more. Please open a new one under Support. Your text was not sent and stays here, so that you can copy it.`;
const closedMessage = "This ticket is closed. Please open a new one.";
