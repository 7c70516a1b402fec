import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { Prisma } from "@/lib/base/db/generated/client";
import type { TicketStatus } from "@/lib/base/db/generated/enums";
import { newId } from "@/lib/base/ids";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { loadFunnel, periodsOf } from "@/lib/operator/reporting/funnel";
import { loadShopTotals } from "@/lib/operator/reporting/shop-totals";
import { issueEmailToken } from "@/lib/people/customers/email-token";
import { retention, retentionTable } from "@/lib/running/worker/retention";
import { tidyTables } from "@/lib/running/worker/tidy-tables";
import { useDatabase } from "../../support/database";
import { attemptFactory, customerFactory, leaveQuarantine, orderFactory } from "../../support/factories";
import { testSecret } from "../../support/test-env";

const { db } = useDatabase();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

beforeEach(async () => {
  await db()
    .$executeRaw`TRUNCATE users, orders, deleted_orders, order_events, support_tickets, email_log, operator_alerts CASCADE`;
  await leaveQuarantine(db());
});

it("docs/retention.md shows the periods that the code follows", () => {
  const cells = (text: string) => text.replace(/ *\| */g, "|").replace(/-{3,}/g, "---");
  expect(cells(readFileSync("docs/retention.md", "utf8"))).toContain(cells(retentionTable()));
});

it("jobs of account mails that have used up their attempts leave the queue after a week, and no others", async () => {
  const queued = async (name: string, days: number, attempts: number) => {
    const key = `${name}:${newId()}`;
    await db().$executeRaw`SELECT graphile_worker.add_job(${name}, job_key => ${key}, max_attempts => 8)`;
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = ${attempts}::int, updated_at = ${daysAgo(days)}
      WHERE key = ${key}`;
    return key;
  };
  const gone = await queued("account-mail", 8, 8);
  const kept = [
    await queued("account-mail", 6, 8),
    await queued("account-mail", 8, 7),
    await queued("send-mail", 8, 8),
  ];
  await tidyTables(db());
  const left = await db().$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs WHERE key = ANY(${[gone, ...kept]}::text[])`;
  expect(left.map(({ key }) => key).sort()).toEqual(kept.sort());
});

it("rows of Stripe's balance leave two years after their payment's last, unless a discrepancy about them is open", async () => {
  const row = (id: string, intent: string | null, days: number) =>
    db().stripeBalanceRow.create({
      data: {
        id,
        kind: "payment",
        subject: id,
        intent,
        amountCents: 229,
        feeCents: 37,
        currency: "usd",
        createdAt: daysAgo(days),
      },
    });
  await row("old", "pi_old", 731);
  await row("fee", null, 731);
  await row("paid", "pi_refunded", 731);
  await row("refunded", "pi_refunded", 729);
  await row("listed", "pi_listed", 731);
  await row("young", "pi_young", 729);
  await db().discrepancy.create({ data: { key: "payment:listed", kind: "payment", message: "Not equal." } });
  await tidyTables(db());
  const left = await db().stripeBalanceRow.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual(["listed", "paid", "refunded", "young"]);
});

describe("an account whose address was never verified", () => {
  const account = async (days: number, isVerified = false) => {
    const user = await customerFactory(db(), { isVerified });
    await db().user.update({ where: { id: user.id }, data: { createdAt: daysAgo(days) } });
    return user;
  };
  const left = async () => (await db().user.findMany({ select: { id: true } })).map(({ id }) => id);

  it("is deleted a week after its sign-up, with its links", async () => {
    const old = await account(8);
    await issue(old.id, 8);
    const young = await account(6);
    const verified = await account(400, true);
    await tidyTables(db());
    expect((await left()).sort()).toEqual([young.id, verified.id].sort());
    expect(await db().emailToken.count()).toBe(0);
  });

  it("stays while a newer link is on its way, or other data belongs to it", async () => {
    const [asking, buyer, writer, google, admin] = await Promise.all([1, 2, 3, 4, 5].map(() => account(30)));
    if (!asking || !buyer || !writer || !google || !admin) throw new Error("five accounts");
    await issue(asking.id, 1);
    await orderFactory(db(), { data: { userId: buyer.id } });
    await ticket({ userId: writer.id, days: 1 });
    await db().account.create({ data: { userId: google.id, provider: "google", providerAccountId: "1" } });
    await db().userRole.create({ data: { userId: admin.id, role: "admin" } });
    await tidyTables(db());
    expect(await left()).toHaveLength(5);
  });
});

async function issue(userId: string, days: number) {
  const sent = { kind: "verify_email", email: "a@example.com", passwordHash: "hash", name: "N" } as const;
  await db().$transaction((tx) =>
    issueEmailToken(tx, { secret: testSecret, now: daysAgo(days) }, { userId, ...sent }),
  );
}

it("a mailed link loses its stored password when it expires, and is deleted 90 days later", async () => {
  const user = await customerFactory(db());
  for (const days of [0, 2, 92]) await issue(user.id, days);
  await tidyTables(db());
  const tokens = await db().emailToken.findMany({ orderBy: { createdAt: "desc" } });
  expect(tokens.map(({ passwordHash, name }) => [passwordHash, name])).toEqual([
    ["hash", "N"],
    [null, null],
  ]);
});

it("a signed-in browser is deleted 60 days after it was last seen", async () => {
  const user = await customerFactory(db());
  for (const days of [59, 61]) {
    const at = daysAgo(days);
    await db().userSession.create({ data: { userId: user.id, userAgent: `${days}`, lastSeenAt: at } });
  }
  await tidyTables(db());
  expect((await db().userSession.findMany()).map(({ userAgent }) => userAgent)).toEqual(["59"]);
});

describe("an order that was never paid", () => {
  const unpaid = async (days: number, status: "expired" | "pending" = "expired") => {
    const order = await orderFactory(db(), { status: "pending", data: { status, createdAt: daysAgo(days) } });
    await db().orderEvent.create({ data: { orderId: order.id, type: "order.created" } });
    await attemptFactory(db(), order.id, {
      status: status === "expired" ? "expired" : "open",
      createdAt: daysAgo(days),
      expiresAt: daysAgo(days - 1),
    });
    return order.id;
  };
  const left = async () => (await db().order.findMany({ select: { id: true } })).map(({ id }) => id).sort();

  it("is deleted a month after it was placed, with its timeline, its payment pages and its mails", async () => {
    const gone = await unpaid(31);
    const kept = [await unpaid(29), await unpaid(31, "pending"), (await orderFactory(db())).id];
    const mail = { kind: "payment-failed", recipient: "a@example.com", props: {} };
    for (const orderId of [gone, ...kept]) {
      await db().emailLog.create({ data: { ...mail, key: newId(), orderId, createdAt: daysAgo(31) } });
    }
    await tidyTables(db());
    expect(await left()).toEqual(kept.sort());
    const mails = await db().emailLog.findMany();
    expect(mails.map(({ orderId }) => orderId).sort()).toEqual(kept);
    expect(await db().orderEvent.count()).toBe(2);
    expect(await db().paymentAttempt.count()).toBe(2);
  });

  it("stays counted in the overview's figures and in the funnel, by what was ordered", async () => {
    for (const days of [31, 31, 35, 45, 59]) await unpaid(days);
    await orderFactory(db(), { data: { createdAt: daysAgo(45) } });
    const { before } = periodsOf(new Date(), 30);
    const figures = async () => ({
      totals: await loadShopTotals(db(), new Date()),
      all: await loadFunnel(db(), before),
      part: await loadFunnel(db(), before, { platform: "instagram", service: "followers" }),
      other: await loadFunnel(db(), before, { platform: "tiktok" }),
    });
    const early = await figures();
    expect(early).toMatchObject({ all: { placed: 6 }, part: { placed: 6 }, other: { placed: 0 } });
    await tidyTables(db());
    expect(await left()).toHaveLength(1);
    expect(await figures()).toEqual(early);
  });

  it("stays for a month after its last payment page, which Stripe lists", async () => {
    const orderId = await unpaid(60);
    await attemptFactory(db(), orderId, { number: 2, status: "expired", createdAt: daysAgo(29) });
    await tidyTables(db());
    expect(await left()).toEqual([orderId]);
  });

  it("stays while money or a ticket may be about it", async () => {
    const [refunded, asked] = [await unpaid(90), await unpaid(90)];
    await db().order.update({ where: { id: refunded }, data: { paidCents: 5, refundedCents: 5 } });
    await ticket({ days: 1, orderId: asked });
    await tidyTables(db());
    expect(await left()).toEqual([refunded, asked].sort());
  });

  it("stays during a quarantine, because a restored database may not know yet that it was paid", async () => {
    await unpaid(31);
    await startQuarantine(db(), { reason: "test" });
    await tidyTables(db());
    expect(await left()).toHaveLength(1);
  });

  it("is the only kind that can be deleted, unlike paid orders and the timelines of orders that stay", async () => {
    const { id } = await orderFactory(db());
    await expect(db().order.delete({ where: { id } })).rejects.toThrow();
    const orderId = await unpaid(1);
    await expect(db().orderEvent.deleteMany({ where: { orderId } })).rejects.toThrow(/append-only/);
  });
});

async function ticket(about: { userId?: string; orderId?: string; days: number; status?: TicketStatus }) {
  const { days, ...facts } = about;
  const id = newId();
  await db().supportTicket.create({
    data: { id, email: "g@example.com", subject: `${days}`, message: "m", ...facts },
  });
  await db().ticketMessage.create({ data: { ticketId: id, author: "customer", body: "b" } });
  // Off, because a trigger dates every change.
  await db().$executeRaw`ALTER TABLE support_tickets DISABLE TRIGGER USER`;
  await db().supportTicket.update({ where: { id }, data: { updatedAt: daysAgo(days) } });
  await db().$executeRaw`ALTER TABLE support_tickets ENABLE TRIGGER USER`;
}

it("an order's network and tried cards are kept 90 days for the velocity rules", async () => {
  for (const days of [89, 91]) {
    const createdAt = daysAgo(days);
    const { id: orderId } = await orderFactory(db(), { data: { network: `${days}`, createdAt } });
    const card = { chargeId: `ch_${days}`, fingerprint: `${days}`, isDeclined: true };
    await db().cardAttempt.create({ data: { ...card, orderId, createdAt } });
  }
  await tidyTables(db());
  const networks = (await db().order.findMany()).map(({ network }) => network);
  expect(networks.filter(Boolean)).toEqual(["89"]);
  expect(networks).toHaveLength(2);
  expect((await db().cardAttempt.findMany()).map(({ chargeId }) => chargeId)).toEqual(["ch_89"]);
});

it("a guest's resolved ticket is deleted after half a year, an open one after a year; a customer's stays", async () => {
  const { id: userId } = await customerFactory(db());
  await ticket({ days: 179, status: "closed" });
  await ticket({ days: 181, status: "resolved" });
  await ticket({ days: 364, status: "open" });
  await ticket({ days: 366, status: "in_progress" });
  await ticket({ days: 900, status: "closed", userId });
  await tidyTables(db());
  const subjects = (await db().supportTicket.findMany()).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(["179", "364", "900"]);
  expect(await db().ticketMessage.count()).toBe(3);
});

it("a statement of withdrawal without an order is deleted after a year; others stay with their order", async () => {
  const order = await orderFactory(db());
  const stated = { name: "Mara", isMailed: true, decidedAt: new Date(), outcome: "unmatched" };
  await db().withdrawal.createMany({
    data: [
      { ...stated, email: "stays@example.com", orderNumber: "00000000", statedAt: daysAgo(364) },
      { ...stated, email: "goes@example.com", orderNumber: "00000000", statedAt: daysAgo(366) },
      {
        ...stated,
        email: order.email,
        orderNumber: "1",
        orderId: order.id,
        outcome: "late",
        statedAt: daysAgo(900),
      },
    ],
  });
  await tidyTables(db());
  const left = (await db().withdrawal.findMany()).map(({ email }) => email);
  expect(left.sort()).toEqual([order.email, "stays@example.com"].sort());
});

describe("the log of mails", () => {
  it("is kept 90 days, for mails about orders two years, and as long as a mail waits to be sent", async () => {
    const order = await orderFactory(db());
    const mail = (days: number, facts: { orderId?: string; state?: "queued" | "sent" } = {}) =>
      db().emailLog.create({
        data: {
          key: newId(),
          kind: `${days}`,
          recipient: "a@example.com",
          props: {},
          state: "sent" as const,
          ...facts,
          createdAt: daysAgo(days),
        },
      });
    await mail(89);
    await mail(91);
    await mail(91, { state: "queued" });
    await mail(729, { orderId: order.id });
    await mail(731, { orderId: order.id });
    await tidyTables(db());
    const kept = (await db().emailLog.findMany({ orderBy: { createdAt: "desc" } })).map(({ kind }) => kind);
    expect(kept).toEqual(["89", "91", "729"]);
  });

  it("stays quick to tidy: mails about no order are found without reading those about orders", async () => {
    await db().$executeRaw`
      INSERT INTO email_log (id, key, kind, order_id, recipient, props, state, created_at)
      SELECT uuidv7(), 'many:' || n, 'k', CASE WHEN n % 2 = 0 THEN uuidv7() END, 'a@example.com', '{}', 'sent',
        now() - n % 180 * interval '12 hours'
      FROM generate_series(1, 5000) AS n`;
    await db().$executeRaw`ANALYZE email_log`;
    const isOver = retention.mails.isOver(Prisma.sql`now() - interval '90 days'`);
    const rows = await db().$queryRaw<{ "QUERY PLAN": string }[]>`
      EXPLAIN SELECT FROM email_log WHERE ${isOver}`;
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("email_log_without_order");
    expect(plan).not.toContain("orders");
  });
});

it("an alert is deleted half a year after it was resolved", async () => {
  for (const [key, days] of [
    ["young", 179],
    ["old", 181],
    ["on", null],
  ] as const) {
    const resolvedAt = days === null ? null : daysAgo(days);
    await db().operatorAlert.create({ data: { key, kind: "k", message: "s", resolvedAt } });
  }
  await tidyTables(db());
  const keys = (await db().operatorAlert.findMany()).map(({ key }) => key);
  expect(keys.sort()).toEqual(["on", "young"]);
});

describe("the counters of rate limits", () => {
  const count = (keys: number, windowEndsAt: Prisma.Sql) => db().$executeRaw`
    INSERT INTO rate_limits (key, points, expire)
    SELECT 'createOrder:' || gen_random_uuid(), 1, (extract(epoch FROM ${windowEndsAt}) * 1000)::bigint
    FROM generate_series(1, ${keys}::int)`;

  it("whose windows have ended are gone after one sweep, however many keys a flood has made", async () => {
    await count(12_000, Prisma.sql`now() - interval '1 second'`);
    await count(3, Prisma.sql`now() + interval '1 hour'`);
    await tidyTables(db());
    expect(await db().rateLimit.count()).toBe(3);
  });

  it("are quick to tidy: they are found by index, without reading those that still count", async () => {
    await count(5_000, Prisma.sql`now() + interval '1 hour'`);
    await db().$executeRaw`ANALYZE rate_limits`;
    const isOver = retention.limits.isOver(Prisma.sql`now()`);
    const rows = await db().$queryRaw<{ "QUERY PLAN": string }[]>`
      EXPLAIN SELECT FROM rate_limits WHERE ${isOver}`;
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("rate_limits_expire");
  });
});
