import { Prisma } from "@/lib/base/db/generated/client";
import { unpaidOrderDays } from "@/lib/orders/views/order-status";

export type Retention = OldRows | OldJobs;

type Kept = {
  what: string;
  /** How many days it is kept after `after`; 0: not at all. */
  days: number;
  after: string;
};

export type OldRows = Kept & {
  table: Prisma.Sql;
  /** `id::text` unless given. */
  key?: Prisma.Sql;
  /** SQL for the rows to delete or blank, given the time before which they are old enough. */
  isOver: (before: Prisma.Sql) => Prisma.Sql;
  /** The columns that are blanked, if the row itself is kept. */
  set?: Prisma.Sql;
};

export type OldJobs = Kept & {
  /** SQL for the jobs to remove, which are rows of `graphile_worker.jobs`. */
  isOverJob: (before: Prisma.Sql) => Prisma.Sql;
};

// A restored database may lack the payment of an order.
const noQuarantine = Prisma.sql`NOT EXISTS (SELECT FROM shop_state WHERE quarantine_since IS NOT NULL)`;

/**
 * How long rows are kept that are not kept forever. The sweep applies it (tidy-tables.ts), and docs/retention.md shows
 * it.
 */
export const retention = {
  unverifiedAccounts: {
    what: "Accounts whose address was never verified",
    days: 7,
    after: "the sign-up and its newest link",
    table: Prisma.sql`users`,
    isOver: (
      before,
    ) => Prisma.sql`email_verified_at IS NULL AND anonymized_at IS NULL AND created_at < ${before}
      AND password_hash IS NULL
      AND NOT EXISTS (SELECT FROM email_tokens WHERE user_id = users.id AND created_at >= ${before})
      AND NOT EXISTS (SELECT FROM accounts WHERE user_id = users.id)
      AND NOT EXISTS (SELECT FROM orders WHERE user_id = users.id)
      AND NOT EXISTS (SELECT FROM support_tickets WHERE user_id = users.id)
      AND NOT EXISTS (SELECT FROM user_roles WHERE user_id = users.id AND role <> 'user')`,
  },
  waitingPasswords: {
    what: "The password and name stored with a mailed link",
    days: 0,
    after: "the link expires",
    table: Prisma.sql`email_tokens`,
    isOver: (before) =>
      Prisma.sql`expires_at < ${before} AND (password_hash IS NOT NULL OR name IS NOT NULL OR browser_hash IS NOT NULL)`,
    set: Prisma.sql`password_hash = NULL, name = NULL, browser_hash = NULL`,
  },
  emailTokens: {
    what: "Links sent by mail (their hashes)",
    days: 90,
    after: "they expire",
    table: Prisma.sql`email_tokens`,
    isOver: (before) => Prisma.sql`expires_at < ${before}`,
  },
  adminInvitations: {
    what: "Invitations of administrators",
    days: 90,
    after: "they expire",
    table: Prisma.sql`admin_invitations`,
    isOver: (before) => Prisma.sql`expires_at < ${before}`,
  },
  sessions: {
    what: "Signed-in browsers",
    days: 60,
    after: "they were last seen",
    table: Prisma.sql`user_sessions`,
    isOver: (before) => Prisma.sql`last_seen_at < ${before}`,
  },
  unpaidOrders: {
    what: "Unpaid orders with all that belongs to them",
    days: unpaidOrderDays,
    after: "their last payment page was opened",
    table: Prisma.sql`orders`,
    isOver: (before) => Prisma.sql`status = 'expired' AND payment_status = 'unpaid' AND paid_cents = 0
      AND refunded_cents = 0 AND created_at < ${before} AND ${noQuarantine}
      AND NOT EXISTS (SELECT FROM payment_attempts WHERE order_id = orders.id
        AND (created_at >= ${before} OR status NOT IN ('expired', 'failed') OR paid_at IS NOT NULL))
      AND NOT EXISTS (SELECT FROM refunds WHERE order_id = orders.id)
      AND NOT EXISTS (SELECT FROM disputes WHERE order_id = orders.id)
      AND NOT EXISTS (SELECT FROM fulfillment_items WHERE order_id = orders.id)
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE order_id = orders.id)
      AND NOT EXISTS (SELECT FROM support_tickets WHERE order_id = orders.id)`,
  },
  networks: {
    what: "The network an order came from",
    days: 90,
    after: "it was placed",
    table: Prisma.sql`orders`,
    isOver: (before) => Prisma.sql`network IS NOT NULL AND created_at < ${before}`,
    set: Prisma.sql`network = NULL`,
  },
  cardAttempts: {
    what: "Which card was tried for which order",
    days: 90,
    after: "it was tried",
    table: Prisma.sql`card_attempts`,
    key: Prisma.sql`charge_id`,
    isOver: (before) => Prisma.sql`created_at < ${before}`,
  },
  guestTickets: {
    what: "Guests' tickets that are resolved or closed",
    days: 180,
    after: "their last change",
    table: Prisma.sql`support_tickets`,
    isOver: (before) =>
      Prisma.sql`user_id IS NULL AND updated_at < ${before} AND status IN ('resolved', 'closed')`,
  },
  openGuestTickets: {
    what: "Guests' tickets that are open",
    days: 365,
    after: "their last change",
    table: Prisma.sql`support_tickets`,
    isOver: (before) => Prisma.sql`user_id IS NULL AND updated_at < ${before}`,
  },
  notes: {
    what: "The team's notes about orders and customers",
    days: 730,
    after: "they were written",
    table: Prisma.sql`notes`,
    isOver: (before) => Prisma.sql`created_at < ${before}`,
  },
  strayWithdrawals: {
    what: "Statements of withdrawal that match no order",
    days: 365,
    after: "they were made",
    table: Prisma.sql`withdrawals`,
    isOver: (before) => Prisma.sql`order_id IS NULL AND decided_at IS NOT NULL AND stated_at < ${before}`,
  },
  mails: {
    what: "The log of mails that are about no order",
    days: 90,
    after: "they were written",
    table: Prisma.sql`email_log`,
    isOver: (before) => Prisma.sql`created_at < ${before} AND state <> 'queued' AND order_id IS NULL`,
  },
  orderMails: {
    what: "The log of mails about orders",
    days: 730,
    after: "they were written",
    table: Prisma.sql`email_log`,
    isOver: (before) => Prisma.sql`created_at < ${before}`,
  },
  // Only these jobs hold personal data (sealed). The others hold at most an id, and stay until they are run again.
  accountMailJobs: {
    what: "Sealed requests for account mails that failed",
    days: 7,
    after: "the last try",
    isOverJob: (before) => Prisma.sql`task_identifier = 'account-mail'
      AND attempts >= max_attempts AND locked_at IS NULL AND updated_at < ${before}`,
  },
  alerts: {
    what: "Alerts to the operator",
    days: 180,
    after: "they were resolved",
    table: Prisma.sql`operator_alerts`,
    key: Prisma.sql`key`,
    isOver: (before) => Prisma.sql`resolved_at < ${before}`,
  },
  answers: {
    what: "Answers about profiles and posts",
    days: 2,
    after: "they were fetched",
    table: Prisma.sql`social_cache`,
    key: Prisma.sql`key`,
    isOver: (before) => Prisma.sql`fetched_at < ${before}`,
  },
  limits: {
    what: "Counters of rate limits",
    days: 0,
    after: "their window ends",
    table: Prisma.sql`rate_limits`,
    key: Prisma.sql`key`,
    // As the index has it, which visitors can fill with keys.
    isOver: (before) => Prisma.sql`expire < (extract(epoch FROM ${before}) * 1000)::bigint`,
  },
  events: {
    what: "Stripe's events that were handled",
    days: 60,
    after: "they arrived",
    table: Prisma.sql`stripe_events`,
    isOver: (before) => Prisma.sql`received_at < ${before} AND outcome IS NOT NULL`,
  },
  failures: {
    what: "Stripe's events that failed",
    days: 60,
    after: "the last failure",
    table: Prisma.sql`stripe_event_failures`,
    isOver: (before) => Prisma.sql`last_at < ${before}`,
  },
  balanceRows: {
    what: "Rows of Stripe's balance",
    days: 730,
    after: "the payment's last row",
    table: Prisma.sql`stripe_balance_rows`,
    key: Prisma.sql`id`,
    // The daily comparison adds up all rows of a payment, and looks at those of an open discrepancy every time.
    isOver: (before) => Prisma.sql`created_at < ${before}
      AND NOT EXISTS (SELECT FROM stripe_balance_rows AS newer
        WHERE newer.intent = stripe_balance_rows.intent AND newer.created_at >= ${before})
      AND NOT EXISTS (SELECT FROM discrepancies WHERE resolved_at IS NULL AND split_part(discrepancies.key, ':', 2) = subject)`,
  },
  pageViews: {
    what: "Daily views of each page (no visitor is stored)",
    days: 400,
    after: "the day",
    table: Prisma.sql`page_views`,
    key: Prisma.sql`concat_ws('/', day, page, platform, service)`,
    isOver: (before) => Prisma.sql`day < ${before}`,
  },
  workers: {
    what: "Heartbeats of workers",
    days: 1,
    after: "the last one",
    table: Prisma.sql`worker_heartbeats`,
    isOver: (before) => Prisma.sql`last_seen_at < ${before}`,
  },
} satisfies Record<string, Retention>;

/**
 * The table as docs/retention.md shows it: `npx tsx -e 'import("./lib/running/worker/retention.ts").then((r) =>
 * console.log(r.retentionTable()))'`.
 */
export function retentionTable(): string {
  const rows = Object.values<Retention>(retention).map((entry) => {
    const { what, days, after } = entry;
    const kept = days === 0 ? "not at all" : days === 1 ? "1 day" : `${days} days`;
    return `| ${what} | ${kept} | ${after} | ${"set" in entry ? "blanked" : "deleted"} |`;
  });
  return ["| what | kept | after | then |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
