import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";

// Orders in memory at once.
const page = 100;

/**
 * Streams a customer's data as one JSON document: the account, its sessions, mails, tickets, withdrawals and orders.
 * Hashes, session cookies and suppliers' texts are left out. The orders' links begin with `origin`. Errors: not_found
 * for a deleted account.
 */
export async function* exportData(db: Database, userId: string, origin: string): AsyncGenerator<string> {
  const user = await db.user.findFirst({ where: { id: userId, anonymizedAt: null }, select: accountFields });
  if (!user) throw new AppError("not_found");
  const { passwordHash, ...account } = user;
  const parts = {
    exportedAt: databaseNow(),
    account: { ...account, hasPassword: passwordHash !== null },
    mails: await listMails(db, userId, account.email),
    tickets: await db.supportTicket.findMany({
      where: { userId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: ticketFields,
    }),
    withdrawalsWithoutOrder: await db.withdrawal.findMany({
      where: { orderId: null, email: account.email },
      orderBy: { statedAt: "asc" },
      select: { name: true, email: true, orderNumber: true, statedAt: true },
    }),
  };
  yield `${JSON.stringify(parts, null, 2).slice(0, -2)},\n  "orders": [`;
  let separator = "\n";
  for await (const order of readOrders(db, userId)) {
    const { token, ...fields } = order;
    yield `${separator}${JSON.stringify({ ...fields, link: `${origin}/order/${token}` }, null, 2)}`;
    separator = ",\n";
  }
  yield "\n  ]\n}\n";
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
  sessions: {
    select: { userAgent: true, createdAt: true, lastSeenAt: true, revokedAt: true },
    orderBy: { createdAt: "asc" },
  },
} as const satisfies Prisma.UserSelect;

const ticketFields = {
  id: true,
  orderId: true,
  kind: true,
  email: true,
  subject: true,
  message: true,
  status: true,
  createdAt: true,
  messages: { select: { author: true, body: true, createdAt: true }, orderBy: { createdAt: "asc" } },
} as const satisfies Prisma.SupportTicketSelect;

const orderFields = {
  id: true,
  token: true,
  email: true,
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
  createdAt: true,
  paidAt: true,
  finishedAt: true,
  acceptance: true,
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

/** The account's own mails, and those about its orders. */
function listMails(db: Database, userId: string, email: string) {
  return db.$queryRaw<{ kind: string; recipient: string; createdAt: Date; sentAt: Date | null }[]>`
    SELECT kind, recipient, created_at AS "createdAt", sent_at AS "sentAt" FROM (
      SELECT * FROM email_log WHERE order_id IS NULL AND recipient = ${email}
      UNION ALL
      SELECT mail.* FROM orders JOIN email_log AS mail ON mail.order_id = orders.id
      WHERE orders.user_id = ${userId}::uuid
    ) AS mail
    ORDER BY created_at, id`;
}

/** A customer's orders, the newest first. */
async function* readOrders(db: Database, userId: string) {
  let cursor: { id: string } | undefined;
  for (;;) {
    const orders = await db.order.findMany({
      where: { userId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: page,
      ...(cursor && { cursor, skip: 1 }),
      select: orderFields,
    });
    yield* orders;
    const last = orders.at(-1);
    if (!last || orders.length < page) return;
    cursor = { id: last.id };
  }
}
