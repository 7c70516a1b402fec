import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { holdAccount } from "@/lib/people/auth/hold-account";
import { ticketOpenedMail } from "./ticket-mails";

type FirstMessage = { email: string; subject: string; text: string; actor: Actor };

/**
 * Writes to a person first: opens a ticket that holds the message and sends it by mail. It waits for nobody, so it is
 * resolved; the reply of the address's account opens it, and a guest replies by email. Parsed by writeFirstSchema.
 */
export async function writeFirst(
  db: Database,
  { email, subject, text, actor }: FirstMessage,
): Promise<{ ticketId: string }> {
  const ticketId = newId();
  await db.$transaction(async (tx) => {
    const account = await tx.user.findFirst({ where: { email, anonymizedAt: null }, select: { id: true } });
    const userId = account && (await holdAccount(tx, account.id)) ? account.id : null;
    await tx.supportTicket.create({
      data: {
        id: ticketId,
        userId,
        email,
        isGuest: userId === null,
        openedById: actor.id,
        subject,
        message: text,
        status: "resolved",
      },
    });
    await enqueueMail(tx, ticketOpenedMail, { about: ticketId, recipient: email, props: { ticketId } });
    await recordAudit(tx, { actor }, "ticket.opened", ["ticket", ticketId]);
  });
  logger.info({ ticketId }, "ticket opened by an administrator");
  return { ticketId };
}
