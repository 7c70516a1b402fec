import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";

// How many rows of a list are read at once, and how many where the rows are short.
const page = 100;
const longPage = 1_000;

/**
 * Streams a customer's data as one JSON document: the account, its sessions, mails, tickets, withdrawals, orders and the team's notes.
 * Each list is read and written in parts, so that memory doesn't grow with it. Hashes, session cookies and suppliers'
 * texts are left out. The orders' links begin with `origin`. Errors: not_found for a deleted account.
 */
export async function* exportData(db: Database, userId: string, origin: string): AsyncGenerator<string> {
  const user = await db.user.findFirst({ where: { id: userId, anonymizedAt: null }, select: accountFields });
  if (!user) throw new AppError("not_found");
  const { passwordHash, ...account } = user;
  yield `{\n"exportedAt": ${JSON.stringify(databaseNow())},\n"account": `;
  yield* writeWith({ ...account, hasPassword: passwordHash !== null }, "sessions", readSessions(db, userId));
  yield* writeList("mails", readMails(db, userId, account.email));
  yield* writeList("tickets", readTickets(db, userId), ({ messages, ...ticket }) =>
    writeWith(ticket, "messages", messages),
  );
  yield* writeList("withdrawalsWithoutOrder", readWithdrawals(db, account.email));
  yield* writeList("orders", readOrders(db, userId, origin));
  yield* writeList("notes", readNotes(db, userId, account.email));
  yield "\n}\n";
}

/** A further member of the document, whose value is a list. */
async function* writeList<Row extends object>(
  name: string,
  rows: AsyncIterable<Row>,
  write: (row: Row) => Iterable<string> | AsyncIterable<string> = (row) => [JSON.stringify(row, null, 2)],
): AsyncGenerator<string> {
  yield `,\n"${name}": [`;
  let separator = "\n";
  for await (const row of rows) {
    yield separator;
    yield* write(row);
    separator = ",\n";
  }
  yield "\n]";
}

/** An object with a list as its last member. */
async function* writeWith(object: object, name: string, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield JSON.stringify(object, null, 2).slice(0, -2);
  yield* writeList(name, rows);
  yield "\n}";
}

/** All rows of a list; `read` gets the last row of the part before, and returns at most `size` rows. */
async function* inParts<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  do {
    const rows = await read(after);
    yield* rows;
    after = rows.length < size ? undefined : rows.at(-1);
  } while (after);
}

/** Where Prisma goes on after a row. */
function from(after: { id: string } | undefined): { cursor?: { id: string }; skip?: number } {
  return after ? { cursor: { id: after.id }, skip: 1 } : {};
}

const accountFields = {
  id: true,
  email: true,
  name: true,
  createdAt: true,
  emailVerifiedAt: true,
  passwordHash: true,
  roles: { select: { role: true } },
  totpConfirmedAt: true,
  accounts: { select: { provider: true, createdAt: true } },
  passkeys: { select: { name: true, createdAt: true, lastUsedAt: true } },
} as const satisfies Prisma.UserSelect;

const ticketFields = {
  id: true,
  orderId: true,
  openedById: true,
  kind: true,
  email: true,
  subject: true,
  message: true,
  target: true,
  status: true,
  createdAt: true,
} as const satisfies Prisma.SupportTicketSelect;

const orderFields = {
  id: true,
  token: true,
  email: true,
  emailAtPurchase: true,
  platform: true,
  serviceType: true,
  packageId: true,
  quantity: true,
  priceTotalCents: true,
  currency: true,
  status: true,
  paymentStatus: true,
  paidCents: true,
  refundedCents: true,
  username: true,
  profile: true,
  postUrl: true,
  selectedPosts: true,
  parts: true,
  createdAt: true,
  paidAt: true,
  finishedAt: true,
  acceptance: true,
  network: true,
  guestKeyHash: true,
  lines: {
    select: { label: true, quantity: true, count: true, unitCents: true, amountCents: true },
    orderBy: { position: "asc" },
  },
  attempts: {
    select: { number: true, status: true, amountCents: true, currency: true, createdAt: true, paidAt: true },
    orderBy: { number: "asc" },
  },
  refunds: {
    select: {
      number: true,
      status: true,
      amountCents: true,
      reason: true,
      createdAt: true,
      finishedAt: true,
    },
    orderBy: { number: "asc" },
  },
  fulfillment: { select: { deliveryProgress: true, delivered: true, remains: true, lastCheckedAt: true } },
  items: {
    select: {
      link: true,
      quantity: true,
      startCount: true,
      remains: true,
      submittedAt: true,
      finishedAt: true,
    },
    orderBy: { position: "asc" },
  },
  withdrawals: {
    select: {
      name: true,
      email: true,
      statedAt: true,
      outcome: true,
      delivered: true,
      openUnits: true,
      backCents: true,
    },
    orderBy: { statedAt: "asc" },
  },
  decisions: {
    select: { kind: true, askedBy: true, message: true, units: true, createdAt: true },
    orderBy: { createdAt: "asc" },
  },
  review: {
    select: { stars: true, body: true, name: true, createdAt: true, editedAt: true, hiddenReason: true },
  },
  events: { select: { type: true, from: true, to: true, createdAt: true }, orderBy: { id: "asc" } },
} as const satisfies Prisma.OrderSelect;

/** The account's sessions, the oldest first. */
async function* readSessions(db: Database, userId: string) {
  const sessions = inParts(longPage, (after?: { id: string }) =>
    db.userSession.findMany({
      where: { userId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: { id: true, userAgent: true, createdAt: true, lastSeenAt: true, revokedAt: true },
      take: longPage,
      ...from(after),
    }),
  );
  for await (const { id: _, ...session } of sessions) yield session;
}

type Mail = {
  id: string;
  kind: string;
  recipient: string;
  createdAt: Date;
  sentAt: Date | null;
  /** The mail's outcome, as far as the mail provider reported it. */
  report: string | null;
  reportedAt: Date | null;
};

/** The account's own mails, and those about its orders, the oldest first. */
async function* readMails(db: Database, userId: string, email: string) {
  const mails = inParts<Mail>(longPage, (after) => {
    const beyond = after
      ? Prisma.sql`WHERE (created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
      : Prisma.empty;
    return db.$queryRaw`
      SELECT id, kind, recipient, created_at AS "createdAt", sent_at AS "sentAt",
        report::text AS report, reported_at AS "reportedAt"
      FROM (
        SELECT * FROM email_log WHERE order_id IS NULL AND recipient = ${email}
        UNION ALL
        SELECT mail.* FROM orders JOIN email_log AS mail ON mail.order_id = orders.id
        WHERE orders.user_id = ${userId}::uuid
      ) AS mail
      ${beyond} ORDER BY created_at, id LIMIT ${longPage}::int`;
  });
  for await (const { id: _, ...mail } of mails) yield mail;
}

/** The account's tickets, the oldest first, each with its messages, which are read when they are written. */
async function* readTickets(db: Database, userId: string) {
  const tickets = inParts(page, (after?: { id: string }) =>
    db.supportTicket.findMany({
      where: { userId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: ticketFields,
      take: page,
      ...from(after),
    }),
  );
  for await (const { openedById, ...ticket } of tickets) {
    const openedBy = openedById === null ? "customer" : "administrator";
    yield { ...ticket, openedBy, messages: readMessages(db, ticket.id) };
  }
}

async function* readMessages(db: Database, ticketId: string) {
  const messages = inParts(page, (after?: { id: string }) =>
    db.ticketMessage.findMany({
      where: { ticketId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: { id: true, author: true, body: true, createdAt: true },
      take: page,
      ...from(after),
    }),
  );
  for await (const { id: _, ...message } of messages) yield message;
}

/** Statements of withdrawal with the account's address that matched no order. Anyone can make them. */
function readWithdrawals(db: Database, email: string) {
  return inParts(longPage, (after?: { orderNumber: string }) =>
    db.withdrawal.findMany({
      where: {
        orderId: null,
        email,
        NOT: { name: "" },
        ...(after && { orderNumber: { gt: after.orderNumber } }),
      },
      orderBy: { orderNumber: "asc" },
      select: { name: true, email: true, orderNumber: true, statedAt: true },
      take: longPage,
    }),
  );
}

/** What the team noted about the account, its address and its orders, without the author. */
async function* readNotes(db: Database, userId: string, email: string) {
  const notes = inParts(longPage, (after?: { id: string }) =>
    db.note.findMany({
      where: { OR: [{ userId }, { email }, { order: { userId } }] },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: { id: true, orderId: true, body: true, createdAt: true },
      take: longPage,
      ...from(after),
    }),
  );
  for await (const { id: _, ...note } of notes) yield note;
}

/** A customer's orders, the newest first. */
async function* readOrders(db: Database, userId: string, origin: string) {
  const orders = inParts(page, (after?: { id: string }) =>
    db.order.findMany({
      where: { userId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: orderFields,
      take: page,
      ...from(after),
    }),
  );
  for await (const { token, network, guestKeyHash, ...order } of orders) {
    // A guest who typed the account's address may be a stranger, and so may the network.
    const place = guestKeyHash === null && { network };
    yield { ...order, ...place, link: `${origin}/order/${token}` };
  }
}
