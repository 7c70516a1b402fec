import type { TicketKind } from "@/lib/db/generated/enums";
import type { TicketStatus } from "./ticket-status";

/** A ticket in a list. Times are ISO 8601. */
export type TicketSummary = {
  id: string;
  kind: TicketKind;
  subject: string;
  status: TicketStatus;
  /** What its writer wrote first. */
  message: string;
  /** The latest answer; null before there is one, and after a reply to it. */
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

/** A ticket with everything that was written, oldest first. */
export type TicketThread = TicketSummary & {
  /** The order it is about, for its owner's link to it. */
  order: { shortId: string; token: string } | null;
  thread: ThreadMessage[];
};

/** A ticket as the admin pages sees it. Forms send the version back, so that the first of two wins. */
export type AdminTicket = TicketSummary & {
  version: number;
  email: string;
  isGuest: boolean;
  /** The profile whose owner asks for no more orders, as the block list writes it. */
  target: string | null;
  orderId: string | null;
  shortOrderId: string | null;
  /** Answering is offered while no answer stands. */
  awaitsAnswer: boolean;
};

/** A page of a list; `next` is the address part of the page that follows, null at the end. */
export type TicketPage<Ticket> = { tickets: Ticket[]; next: string | null };
