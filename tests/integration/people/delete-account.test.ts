import { describe, expect, it } from "vitest";
import type { Database } from "@/lib/base/db/client";
import { newId, sha256 } from "@/lib/base/ids";
import { addMs, day } from "@/lib/base/time/time";
import { createReplacement } from "@/lib/delivery/items/create-items";
import { erasedEmail } from "@/lib/mail/address/address";
import { reconcilePayments } from "@/lib/money/reconciliation/reconcile-payments";
import { askForAccountMail } from "@/lib/people/customers/account-mail";
import { confirmEmailChange } from "@/lib/people/customers/email-change";
import { deleteAccount } from "@/lib/people/privacy/delete-account";
import { replyToTicket } from "@/lib/people/support/change-ticket";
import { openTicket } from "@/lib/people/support/open-ticket";
import { changesAtOnce, refreshCustomers } from "@/lib/running/worker/refresh-customers";
import { accountDeps, answerMails, lastLinkTo } from "../../support/accounts";
import { customerWithHistory } from "../../support/customer-history";
import { codeOf } from "../../support/database";
import {
  attemptFactory,
  customerFactory,
  disputeFactory,
  forgetAnswer,
  orderFactory,
  paidOrderFactory,
  refundFactory,
  setItems,
} from "../../support/factories";
import { holdOrder, holdRows } from "../../support/holding";
import { newGuest, useShopAtStripe } from "../../support/shop";

const { database, db, stripe, shop } = useShopAtStripe();

/** Every row of every table that contains `text` anywhere, after the next sweep. */
async function rowsNaming(db: Database, text: string): Promise<string[]> {
  while ((await refreshCustomers(db)) === changesAtOnce);
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<{ row: string }[]>(
      `SELECT t::text AS row FROM "${name}" AS t WHERE t::text ILIKE $1`,
      `%${text}%`,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

describe("deleting an account", () => {
  it("leaves no row that names the person, except the last mail", async () => {
    const { user, mark, order } = await customerWithHistory(db());
    expect(await rowsNaming(db(), mark)).not.toEqual([]);
    await deleteAccount(db(), user.id);
    const left = await rowsNaming(db(), mark);
    expect(left.map((row) => /account-deleted/.test(row))).toEqual([true]);
    expect(await rowsNaming(db(), order.token)).toEqual([]);
  });

  it("keeps the order's sums, lines and timeline for the ledger", async () => {
    const { user, order } = await customerWithHistory(db());
    await deleteAccount(db(), user.id);
    expect(
      await db().order.findUniqueOrThrow({
        where: { id: order.id },
        include: { attempts: true, events: true, items: true },
      }),
    ).toMatchObject({
      userId: user.id,
      status: "completed",
      paidCents: order.paidCents,
      priceTotalCents: order.priceTotalCents,
      attempts: [{ amountCents: 1349, status: "paid" }],
      events: [{ type: "item.changed" }, { type: "order.completed" }],
      items: [{ state: "completed", quantity: 100 }],
    });
  });

  it("ends every session, and frees the address for a new account, which gets none of the old data", async () => {
    const { user, email } = await customerWithHistory(db());
    await deleteAccount(db(), user.id);
    expect(await db().userSession.count({ where: { userId: user.id } })).toBe(0);
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      passwordHash: null,
      sessionVersion: user.sessionVersion + 1,
      anonymizedAt: expect.any(Date),
    });
    const next = await customerFactory(db(), { email });
    expect(await db().order.count({ where: { userId: next.id } })).toBe(0);
    expect(await codeOf(deleteAccount(db(), user.id))).toBe("not_found");
  });

  it("closes open tickets, and stops mails that were waiting", async () => {
    const { user } = await customerWithHistory(db());
    const guestTicket = await db().supportTicket.create({
      data: { email: user.email, subject: "General Support", message: "Asked before I had an account" },
    });
    await deleteAccount(db(), user.id);
    expect(await db().supportTicket.findUniqueOrThrow({ where: { id: guestTicket.id } })).toMatchObject({
      status: "closed",
      message: "(deleted)",
    });
    const mails = await db().emailLog.findMany({ where: { state: "queued", recipient: user.email } });
    expect(mails.map((mail) => mail.kind)).toEqual(["account-deleted"]);
  });

  it("changes no other customer's data", async () => {
    const mine = await customerWithHistory(db());
    const other = await customerWithHistory(db());
    const fingerprint = async () => sha256((await rowsNaming(db(), other.mark)).sort().join("\n"));
    const before = await fingerprint();
    await deleteAccount(db(), mine.user.id);
    expect(await fingerprint()).toBe(before);
  });

  type Made = { userId: string; orderId: string; itemId: string };
  const inProgress: [string, RegExp, (db: Database, made: Made) => Promise<unknown>][] = [
    [
      "an order is being delivered",
      /still being delivered/,
      (db, { userId }) => paidOrderFactory(db, { data: { userId } }),
    ],
    [
      "an order can still be paid",
      /can still be paid/,
      async (db, { userId }) => {
        const order = await orderFactory(db, { status: "pending", data: { userId } });
        await attemptFactory(db, order.id, { status: "open" });
      },
    ],
    [
      "a refund is in progress",
      /refund to you is still in progress/,
      (db, { orderId }) => refundFactory(db, orderId),
    ],
    [
      "a refill is in progress",
      /refill is still being delivered/,
      (db, { itemId }) => db.refill.create({ data: { itemId } }),
    ],
    [
      "a refused replacement waits for a decision",
      /still being delivered/,
      async (db, { orderId, itemId }) => {
        await db.$transaction((tx) => createReplacement(tx, { itemId, units: 10 }));
        await setItems(
          db,
          { orderId, replacesItemId: itemId },
          { state: "rejected", reviewSince: new Date() },
        );
      },
    ],
    ["a payment is disputed", /disputed/, (db, { orderId }) => disputeFactory(db, orderId)],
  ];

  it.each(inProgress)(
    "is refused with the reason while %s, and erases nothing",
    async (_what, message, begin) => {
      const { user, order, item, mark } = await customerWithHistory(db());
      await begin(db(), { userId: user.id, orderId: order.id, itemId: item.id });
      const before = (await rowsNaming(db(), mark)).length;
      await expect(deleteAccount(db(), user.id)).rejects.toMatchObject({
        code: "conflict",
        userMessage: expect.stringMatching(message),
      });
      expect(await rowsNaming(db(), mark)).toHaveLength(before);
    },
  );

  it.each([
    ["a stranger placed with its address", () => undefined],
    [
      "was placed with its address before it was verified, and belongs to it since",
      (orderId: string, userId: string) => db().order.update({ where: { id: orderId }, data: { userId } }),
    ],
    ["is waiting for Stripe's answer", (orderId: string) => forgetAnswer(db(), orderId)],
  ])(
    "is not stopped by an unpaid guest order that %s: a payment that comes later goes back",
    async (_, prepare) => {
      const { user, email } = await customerWithHistory(db());
      const { orderId, sessionId } = await shop.place({ email });
      await prepare(orderId, user.id);
      await deleteAccount(db(), user.id);
      expect(await rowsNaming(db(), email)).toHaveLength(1);
      expect(await stripe.pay(sessionId)).toBe(303);
      expect(await shop.settle(sessionId)).toMatchObject({ kind: "refunding" });
      expect(await shop.sendRefunds(orderId)).toEqual([229]);
      expect(await shop.order(orderId)).toMatchObject({
        paidCents: 0,
        items: [],
        flaggedAt: null,
        attempts: [{ status: "duplicate" }],
        refunds: [{ status: "succeeded", reason: "withdrawn" }],
      });
      const mails = await db().emailLog.findMany({ where: { orderId } });
      expect(mails.map(({ kind, recipient }) => ({ kind, recipient }))).toEqual([
        { kind: "order-refunded", recipient: erasedEmail },
      ]);
    },
  );

  type Customer = { userId: string; email: string };
  it.each<[string, string | null, (own: Customer) => Promise<unknown>]>([
    [
      "an order is placed",
      "unauthorized",
      ({ userId, email }) => shop.create({ email }, { ...newGuest(), userId }),
    ],
    [
      "a ticket is opened",
      "unauthorized",
      (caller) =>
        openTicket(db(), { caller, kind: "support", orderReference: "", message: `I am ${caller.email}` }),
    ],
    [
      "a link is mailed to its next address",
      null,
      async ({ userId, email }) => {
        const deps = accountDeps(database.current);
        await askForAccountMail(db(), deps.secret, { kind: "change_email", email: `next-${email}`, userId });
        await answerMails(deps);
      },
    ],
  ])("leaves nothing of the person when %s at the same time", async (_what, code, act) => {
    const { user, email, order } = await customerWithHistory(db());
    const held = await holdOrder(database.current, order.id);
    const deleted = deleteAccount(db(), user.id);
    await held.waiting(1);
    const acted = codeOf(act({ userId: user.id, email }));
    await held.waiting(2);
    await held.release();
    await deleted;
    expect(await acted).toBe(code);
    expect(await rowsNaming(db(), email)).toEqual([expect.stringContaining("account-deleted")]);
  });

  it("is refused when the account becomes an administrator's at the same time", async () => {
    const { user, email } = await customerWithHistory(db());
    const granting = "INSERT INTO user_roles (id, user_id, role) VALUES (uuidv7(), $1, 'admin')";
    const held = await holdRows(database.current, granting, [user.id]);
    const deleted = codeOf(deleteAccount(db(), user.id));
    await held.waiting(1);
    await held.release();
    expect(await deleted).toBe("forbidden");
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ email });
  });

  it("is refused for a dispute that is recorded while the deletion waits for its order", async () => {
    const { user, order } = await customerWithHistory(db());
    const recording =
      "INSERT INTO disputes (id, order_id, stripe_dispute_id, amount_cents, reason, status) VALUES (uuidv7(), $1, 'du_1', 100, 'fraudulent', 'needs_response')";
    const held = await holdRows(database.current, recording, [order.id]);
    const deleted = codeOf(deleteAccount(db(), user.id));
    await held.waiting(1);
    await held.release();
    expect(await deleted).toBe("conflict");
  });

  it("erases what its former addresses got before each was changed, and nothing that they got since", async () => {
    const { user, mark } = await customerWithHistory(db());
    const former = [user.email, `second-${mark}@example.com`];
    const writeTo = async (recipient: string) => {
      await db().emailLog.create({ data: { key: newId(), kind: "password-changed", recipient, props: {} } });
      const stated = { isMailed: true, decidedAt: new Date(), outcome: "unmatched", orderNumber: newId() };
      await db().withdrawal.create({ data: { ...stated, email: recipient, name: "Mara" } });
    };
    const guests: string[] = [];
    for (const [index, address] of former.entries()) {
      await writeTo(address);
      guests.push((await orderFactory(db(), { data: { email: address, status: "expired" } })).id);
      await db().supportTicket.create({ data: { email: address, subject: "Hello", message: mark } });
      const deps = accountDeps(database.current);
      const email = former[index + 1] ?? `third-${mark}@example.com`;
      await askForAccountMail(db(), deps.secret, { kind: "change_email", email, userId: user.id });
      await answerMails(deps);
      const token = await lastLinkTo(db(), email, "confirm-new-email");
      await confirmEmailChange(deps, { userId: user.id, token });
    }
    const next = `second-${mark}@example.com`;
    await writeTo(next);
    await orderFactory(db(), { data: { email: next, status: "expired" } });
    await deleteAccount(db(), user.id);
    const left = (await rowsNaming(db(), mark)).map((row) => row.split(":")[0]);
    // Among the customers, a former address stays with the order that it got since.
    expect(left.sort()).toEqual(["customer_sums", "email_log", "email_log", "orders", "withdrawals"]);
    const erased = await db().order.findMany({ where: { id: { in: guests } } });
    expect(erased.map(({ email, username }) => [email, username])).toEqual(
      guests.map(() => [erasedEmail, ""]),
    );
    const mails = await db().emailLog.findMany({ where: { recipient: { contains: mark } } });
    expect(mails.map(({ kind }) => kind).sort()).toEqual(["account-deleted", "password-changed"]);
  });

  it("erases a reply that its ticket gets at the same time", async () => {
    const { user, email } = await customerWithHistory(db());
    const ticket = await db().supportTicket.findFirstOrThrow({ where: { userId: user.id } });
    const locked = "SELECT id FROM support_tickets WHERE id = $1 FOR UPDATE";
    const held = await holdRows(database.current, locked, [ticket.id]);
    const message = `Write to ${email}`;
    const replied = replyToTicket(db(), { userId: user.id, ticketId: ticket.id, message });
    await held.waiting(1);
    const deleted = deleteAccount(db(), user.id);
    await held.waiting(2);
    await held.release();
    await Promise.all([replied, deleted]);
    expect(await db().ticketMessage.findMany({ where: { ticketId: ticket.id } })).toMatchObject([
      { body: "(deleted)" },
      { body: "(deleted)" },
    ]);
  });

  it("leaves unpaid guest orders that expire as others do", async () => {
    const { user, email } = await customerWithHistory(db());
    const [open, unanswered] = [await shop.place({ email }), await shop.place({ email })];
    await forgetAnswer(db(), unanswered.orderId);
    await deleteAccount(db(), user.id);
    await stripe.expire(open.sessionId);
    await reconcilePayments(shop.deps(), addMs(new Date(), day));
    const orders = [await shop.order(open.orderId), await shop.order(unanswered.orderId)];
    expect(orders.map(({ status }) => status)).toEqual(["expired", "expired"]);
    const attempts = orders.flatMap((order) => order.attempts.map(({ id }) => id));
    expect(await db().setAsideEntry.count({ where: { entryId: { in: attempts } } })).toBe(0);
  });
});
