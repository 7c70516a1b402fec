import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { TicketKind } from "@/lib/db/generated/enums";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { type Platform, platformLabels } from "@/lib/platforms";
import { longestMessage, ticketSubject, withReference } from "./ticket-message";

/** A signed-in customer with the account's address, or a guest with the one they gave. */
export type TicketCaller = { userId: string | null; email: string };

export type NewTicket = {
  caller: TicketCaller;
  kind: TicketKind;
  /** Parsed by messageSchema. */
  message: string;
  /** What was typed as the order's id; empty without one. Parsed by orderReferenceSchema. */
  orderReference: string;
  /** An order whose link the caller holds, which proves that it is theirs; wins over the reference. */
  orderId?: string;
  /** The profile that a ticket of kind stop_orders is about. */
  target?: { platform: Platform; username: string } | null;
  /** False where the address was mailed enough: the ticket is filed all the same. */
  isMailed?: boolean;
};

/**
 * Files a ticket, with the mail that says so, in one transaction. A reference becomes a relation only if it is the
 * whole id, or the first 8 characters that no other has, of an order of the signed-in caller; otherwise it stays in
 * the text, and nothing in the answer tells which. A refill or refund of an order can be asked for once while that is
 * open. Errors: invalid_input (message and reference together are too long), conflict (asked for already).
 */
export async function openTicket(db: Database, input: NewTicket): Promise<{ id: string }> {
  const { caller, kind, orderReference: reference, target } = input;
  const profile = target && `@${target.username} on ${platformLabels[target.platform]}`;
  // Measured with the reference whether or not it will be kept: the answer must not tell.
  if ([...withReference(input.message, reference)].length > longestMessage) {
    const message = "Please use at most 10,000 characters, the order ID included.";
    throw new AppError("invalid_input", { userMessage: message, fieldErrors: { message } });
  }
  const id = newId();
  await db.$transaction(async (tx) => {
    const orderId = input.orderId ?? (await findOwnOrderId(tx, caller.userId, reference));
    if (orderId && (kind === "refill" || kind === "refund")) await refuseSecond(tx, orderId, kind);
    await tx.supportTicket.create({
      data: {
        id,
        kind,
        orderId,
        userId: caller.userId,
        email: caller.email,
        target: target ? `${target.platform}:${target.username}` : null,
        subject: ticketSubject(kind, profile ?? input.orderId ?? reference),
        message: orderId ? input.message : withReference(input.message, reference),
      },
    });
    if (input.isMailed === false) return;
    await enqueueMail(tx, {
      key: `ticket-received:${id}`,
      kind: "ticket-received",
      orderId,
      recipient: caller.email,
      props: { ticketId: id },
    });
  });
  logger.info({ ticketId: id, kind }, "ticket opened");
  return { id };
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const shortId = /^[0-9a-f]{8}$/;

/** The caller's own order that a reference names without doubt. A guest's address is unproven, so a guest has none. */
async function findOwnOrderId(
  tx: Prisma.TransactionClient,
  userId: string | null,
  reference: string,
): Promise<string | null> {
  const id = reference.toLowerCase().replace(/^#/, "");
  if (userId === null) return null;
  if (wholeId.test(id)) {
    const order = await tx.order.findFirst({ where: { id, userId }, select: { id: true } });
    return order?.id ?? null;
  }
  if (!shortId.test(id)) return null;
  // All ids that begin so are a range of the primary key.
  const range = { gte: `${id}-0000-0000-0000-000000000000`, lte: `${id}-ffff-ffff-ffff-ffffffffffff` };
  const [order, another] = await tx.order.findMany({
    where: { id: range, userId },
    select: { id: true },
    take: 2,
  });
  return order && !another ? order.id : null;
}

/** Under the order's lock, so that two clicks at once are still one request. */
async function refuseSecond(
  tx: Prisma.TransactionClient,
  orderId: string,
  kind: "refill" | "refund",
): Promise<void> {
  await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR NO KEY UPDATE`;
  const open = await tx.supportTicket.count({
    where: { orderId, kind, status: { in: ["open", "in_progress"] } },
  });
  if (open > 0) {
    throw new AppError("conflict", {
      userMessage: `You have asked for this ${kind} already. We will get back to you within 24 hours.`,
    });
  }
}
