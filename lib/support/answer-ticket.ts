import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { changeTicket } from "./change-ticket";

export type TicketAnswer = {
  actor: Actor;
  ticketId: string;
  /** The ticket as the administrator saw it: of two who answer it at once, the first wins. */
  version: number;
  /** Parsed by responseSchema. */
  text: string;
};

/**
 * Answers a ticket: the answer stands on it, it is resolved, its owner gets a mail and the audit log a row, in one
 * transaction. Errors: not_found; conflict when it is closed or has changed since `version`, and then nothing was
 * written: the caller keeps the text.
 */
export async function answerTicket(
  db: Database,
  { actor, ticketId, version, text }: TicketAnswer,
): Promise<void> {
  const messageId = newId();
  await db.$transaction(async (tx) => {
    const { before, after } = await changeTicket(
      tx,
      { id: ticketId, version },
      { kind: "answer" },
      { adminResponse: text, respondedAt: databaseNow() },
    );
    await tx.ticketMessage.create({
      data: { id: messageId, ticketId, author: "administrator", authorId: actor.id, body: text },
    });
    await enqueueMail(tx, {
      key: `ticket-answered:${messageId}`,
      kind: "ticket-answered",
      orderId: after.orderId,
      recipient: after.email,
      props: { ticketId, messageId },
    });
    await recordAudit(tx, {
      actor,
      action: "ticket.answered",
      subjectType: "ticket",
      subjectId: ticketId,
      before: { status: before },
      after: { status: after.status, messageId },
    });
  });
  logger.info({ ticketId, messageId }, "ticket answered");
}
