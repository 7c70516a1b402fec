import type { SupportTicket, TicketMessage } from "@/lib/base/db/generated/client";
import { shortOrderId } from "@/lib/base/order-id";
import { withIsoDates } from "@/lib/base/time/time";
import { hideOrderLinks, mostMessages } from "./ticket-message";
import { awaitsAnswer } from "./ticket-status";

export type ListedRow = Omit<SupportTicket, "updatedAt">;

export type TicketSummary = ReturnType<typeof toSummary>;

/** A ticket in a list; `adminResponse` is the current answer, which a reply to it clears. */
export function toSummary(row: ListedRow) {
  return {
    ...withIsoDates(row, ["id", "kind", "subject", "status", "message"]),
    ...withIsoDates(row, ["adminResponse", "respondedAt", "createdAt"]),
  };
}

export type AdminTicket = ReturnType<typeof toAdminTicket>;

/**
 * A ticket in the admin, without the secret part of orders' links. Forms send the version back, so that the first of two
 * concurrent changes wins.
 */
export function toAdminTicket(row: ListedRow) {
  const summary = toSummary(row);
  return {
    ...summary,
    message: hideOrderLinks(summary.message),
    adminResponse: summary.adminResponse && hideOrderLinks(summary.adminResponse),
    ...withIsoDates(row, ["version", "email", "target", "orderId"]),
    // Filed without a session: someone else may have typed the address.
    isGuest: row.isGuest || row.userId === null,
    /** An administrator wrote first. */
    isOurs: row.openedById !== null,
    shortOrderId: row.orderId && shortOrderId(row.orderId),
    awaitsAnswer: awaitsAnswer(row),
  };
}

export type LastReply = ReturnType<typeof toLastReply>;

/** A ticket in the admin's list; `lastReply` is what its customer wrote after the first message and the last answer. */
export type ListedTicket = AdminTicket & { lastReply: LastReply | null };

/** A customer's reply beside its ticket, without the secret part of orders' links. */
export function toLastReply({ body, createdAt }: { body: string; createdAt: Date }) {
  return { body: hideOrderLinks(body), at: createdAt.toISOString() };
}

type TicketRow = SupportTicket & {
  _count: { messages: number };
  order: { id: string; token: string; userId: string | null } | null;
};

export type ListedMessage = Pick<TicketMessage, "id" | "author" | "body" | "createdAt">;

/** A customer's ticket with its newest messages. */
export function toThread(row: TicketRow, messages: ListedMessage[], userId: string) {
  // The token opens the order, so it is included only while the order is the reader's own.
  const order = row.order?.userId === userId ? row.order : null;
  return {
    ...toSummary(row),
    order: order && { shortId: shortOrderId(order.id), token: order.token },
    ...threadOf(row, messages),
    /** True when the ticket takes no more replies. */
    isFull: row._count.messages >= mostMessages,
  };
}

/** One message of the exchange, the first one included. */
export type ThreadMessage = Pick<TicketMessage, "id" | "author" | "body"> & { at: string };

/** The messages on a ticket's page: `leftOut` are missing between the first and the second. */
export type Thread = { thread: ThreadMessage[]; leftOut: number };

/** A ticket's first message and its newest ones, oldest first. */
export function threadOf(row: TicketRow, messages: ListedMessage[]): Thread {
  const thread: ThreadMessage[] = [
    {
      id: row.id,
      author: row.openedById === null ? "customer" : "administrator",
      body: row.message,
      at: row.createdAt.toISOString(),
    },
    ...messages.map(({ id, author, body, createdAt }) => ({ id, author, body, at: createdAt.toISOString() })),
  ];
  return { thread, leftOut: Math.max(0, row._count.messages - messages.length) };
}
