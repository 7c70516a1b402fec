import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type ListCursor, pageOf, writeCursor } from "@/lib/base/list-page";
import { hideOrderLinks, mostMessages } from "./ticket-message";
import type { TicketStatus } from "./ticket-status";
import {
  type LastReply,
  type ListedMessage,
  type ListedRow,
  type ListedTicket,
  type TicketSummary,
  threadOf,
  toAdminTicket,
  toLastReply,
  toSummary,
  toThread,
} from "./ticket-view";

/** Where a page begins and how long it is. */
type PageInput = { after?: ListCursor | null; limit: number };

/** A page of a list; `next` is the cursor of the following page, null at the end. */
type TicketPage<Ticket> = { tickets: Ticket[]; next: string | null };

/** A customer's own tickets, newest first. */
export async function listOwnTickets(
  db: Db,
  { userId, ...page }: PageInput & { userId: string },
): Promise<TicketPage<TicketSummary>> {
  return listTicketRows(db, Prisma.sql`user_id = ${userId}::uuid`, page, toSummary);
}

/**
 * All tickets, or those of one status, newest first, for the admin, each with the reply that waits for an answer. With an
 * `assigneeId` only that administrator's; with null only those that nobody has.
 */
export async function listTickets(
  db: Db,
  {
    status,
    assigneeId,
    ...page
  }: PageInput & { status?: TicketStatus; assigneeId?: string | null | undefined },
): Promise<TicketPage<ListedTicket>> {
  const ofStatus = status ? statusConditions[status] : Prisma.sql`TRUE`;
  const condition = Prisma.sql`${ofStatus} AND ${assignedTo(assigneeId)}`;
  const { tickets, next } = await listTicketRows(db, condition, page, toAdminTicket);
  const waiting = tickets.filter(({ awaitsAnswer }) => awaitsAnswer).map(({ id }) => id);
  const replies = await listLastReplies(db, waiting);
  return {
    tickets: tickets.map((ticket) => ({ ...ticket, lastReply: replies.get(ticket.id) ?? null })),
    next,
  };
}

function assignedTo(assigneeId: string | null | undefined): Prisma.Sql {
  if (assigneeId === undefined) return Prisma.sql`TRUE`;
  if (assigneeId === null)
    return Prisma.sql`NOT EXISTS (SELECT FROM assignments WHERE ticket_id = support_tickets.id)`;
  return Prisma.sql`id IN (SELECT ticket_id FROM assignments WHERE assignee_id = ${assigneeId}::uuid)`;
}

/**
 * By ticket, the first 600 characters of its newest reply; tickets whose newest message is not their customer's reply
 * are missing.
 */
async function listLastReplies(db: Db, ticketIds: string[]): Promise<Map<string, LastReply>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await db.$queryRaw<{ ticketId: string; body: string; createdAt: Date }[]>`
    SELECT ticket.id AS "ticketId", last.body, last.created_at AS "createdAt"
    FROM unnest(${ticketIds}::uuid[]) AS ticket (id)
    CROSS JOIN LATERAL (
      SELECT author, left(body, 600) AS body, created_at FROM ticket_messages WHERE ticket_id = ticket.id
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS last
    WHERE last.author = 'customer'`;
  return new Map(rows.map(({ ticketId, ...reply }) => [ticketId, toLastReply(reply)]));
}

// Each status is a statement of its own, because a shared plan would walk through thousands of closed tickets to find
// the few that are in progress.
const statusConditions: Record<TicketStatus, Prisma.Sql> = {
  open: Prisma.sql`status = 'open'`,
  in_progress: Prisma.sql`status = 'in_progress'`,
  resolved: Prisma.sql`status = 'resolved'`,
  closed: Prisma.sql`status = 'closed'`,
};

/** One of a customer's own tickets with its thread; null for another customer's. */
export async function findOwnTicket(db: Db, { userId, ticketId }: { userId: string; ticketId: string }) {
  const ticket = await db.supportTicket.findFirst({ where: { id: ticketId, userId }, include: withOrder });
  return ticket && toThread(ticket, await listNewestMessages(db, ticketId), userId);
}

/** A ticket with its thread, for the admin. */
export async function findTicket(db: Db, ticketId: string) {
  const ticket = await db.supportTicket.findUnique({ where: { id: ticketId }, include: withOrder });
  if (!ticket) return null;
  const { thread, leftOut } = threadOf(ticket, await listNewestMessages(db, ticketId));
  const shown = thread.map((message) => ({ ...message, body: hideOrderLinks(message.body) }));
  return { ...toAdminTicket(ticket), thread: shown, leftOut };
}

const withOrder = {
  _count: { select: { messages: true } },
  order: { select: { id: true, token: true, userId: true } },
} satisfies Prisma.SupportTicketInclude;

// More than 20 messages of 10,000 characters, as many as may wait for an answer.
const mostCharacters = 250_000;

/** A ticket's newest messages, oldest first: as many as its pages show. */
function listNewestMessages(db: Db, ticketId: string): Promise<ListedMessage[]> {
  return db.$queryRaw<ListedMessage[]>`
    SELECT id, author::text, body, created_at AS "createdAt" FROM (
      SELECT *, sum(char_length(body)) OVER (ORDER BY created_at DESC, id DESC) AS characters FROM (
        SELECT * FROM ticket_messages WHERE ticket_id = ${ticketId}::uuid
        ORDER BY created_at DESC, id DESC LIMIT ${mostMessages}::int
      ) AS newest
    ) AS counted
    WHERE characters <= ${mostCharacters}::int ORDER BY created_at, id`;
}

/** Reads a page by key: its own rows and one more, whatever the length of the list. */
async function listTicketRows<Ticket>(
  db: Db,
  condition: Prisma.Sql,
  { after, limit }: PageInput,
  shape: (row: ListedRow) => Ticket,
): Promise<TicketPage<Ticket>> {
  const beyond = after
    ? Prisma.sql`AND (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  const found = await db.$queryRaw<ListedRow[]>`
    SELECT id, user_id AS "userId", email, is_guest AS "isGuest", order_id AS "orderId",
      opened_by_id AS "openedById", kind::text, target, subject, message, status::text,
      admin_response AS "adminResponse", responded_at AS "respondedAt", version, created_at AS "createdAt"
    FROM support_tickets WHERE ${condition} ${beyond}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`;
  const { rows, next } = pageOf(found, limit, writeCursor);
  return { tickets: rows.map(shape), next };
}
