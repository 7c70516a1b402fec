import type { TicketKind } from "@/lib/db/generated/enums";
import type { TicketStatus } from "./ticket-status";

/** A ticket in a list. Times are ISO 8601. */
export type TicketSummary = {
  id: string;
  kind: TicketKind;
  subject: string;
  status: TicketStatus;
  /** The first message. */
  message: string;
  /** The current answer; null before there is one, and after a reply to it. */
  adminResponse: string | null;
  respondedAt: string | null;
  createdAt: string;
};

/** One message of the exchange, the first one included. */
export type ThreadMessage = {
  id: string;
  author: "customer" | "administrator";
  body: string;
  at: string;
};

/** A ticket with all its messages, oldest first. */
export type TicketThread = TicketSummary & {
  /** The order it is about, when it is the owner's. */
  order: { shortId: string; token: string } | null;
  thread: ThreadMessage[];
};

/**
 * A ticket in the admin, its messages without the secret part of orders' links. Forms send the version back, so that the
 * first of two concurrent changes wins.
 */
export type AdminTicket = TicketSummary & {
  version: number;
  email: string;
  /** Filed without a session: someone else may have typed the address. */
  isGuest: boolean;
  /** The profile whose owner wants no more orders, in the block list's form. */
  target: string | null;
  orderId: string | null;
  shortOrderId: string | null;
  awaitsAnswer: boolean;
};

/** A page of a list; `next` is the cursor of the following page, null at the end. */
export type TicketPage<Ticket> = { tickets: Ticket[]; next: string | null };
