import { describe, expect, it } from "vitest";
import type { Prisma } from "@/lib/base/db/generated/client";
import { databaseNow } from "@/lib/base/time/clock";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { snooze } from "@/lib/mail/alerts/snooze";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import type { Entry } from "@/lib/operator/reporting/needs-me-rules";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { replyToTicket } from "@/lib/people/support/change-ticket";
import {
  auditOf,
  byOps,
  orderFactory,
  paidOrderFactory,
  refundFactory,
  setItems,
} from "../../support/factories";
import { hoursAgo, useNeedsMe } from "../../support/needs-me";
import { useTickets } from "../../support/tickets";

const { database, db, list, subjects } = useNeedsMe();
const { opened } = useTickets(database);
const { actor } = byOps;

const kindsOf = (entry: Entry | undefined) =>
  entry ? [entry.lead, ...entry.others].map(({ kind }) => kind) : [];
const failure = (orderId: string, key: string) =>
  raiseAlert(db(), { key, kind: "refund_failed", message: `${key}!`, orderId });

describe("a snooze", () => {
  type Choice = "1h" | "4h" | "morning" | "end";
  const put = (subject: string, choice: Choice, timeZone = "Europe/Berlin", kinds = ["order_alert"]) =>
    snooze(db(), { subject, kinds, choice, timeZone, actor });
  const untilOf = (subject: string) => db().needsMeSnooze.findUnique({ where: { subject } });

  it("leaves a matter out until it is over, is replaced by the next one, and can be ended", async () => {
    const { id } = await orderFactory(db());
    await failure(id, "refund_failed");
    const subject = `order:${id}`;
    await put(subject, "4h");
    await put(subject, "1h");
    expect(await list()).toMatchObject({ entries: [], snoozed: [{ subject }] });
    const row = await untilOf(subject);
    expect((row?.until.getTime() ?? 0) - (row?.snoozedAt.getTime() ?? 0)).toBe(3_600_000);
    await put(subject, "end");
    expect(await subjects()).toEqual([subject]);
    expect(await auditOf(db(), subject)).toMatchObject([
      { action: "matter.snoozed", after: { choice: "4h" } },
      { action: "matter.snoozed", after: { choice: "1h" } },
      { action: "matter.unsnoozed" },
    ]);
  });

  it.each<[string, (orderId: string) => Promise<unknown>]>([
    ["a flag comes to its order", (orderId) => flagOrder(db(), orderId, "late_change")],
    ["a second refund of its order fails", (orderId) => failure(orderId, "refund_failed:2")],
  ])("ends when %s", async (_, comes) => {
    const { id: orderId } = await orderFactory(db());
    await failure(orderId, "refund_failed:1");
    await db().$executeRaw`UPDATE operator_alerts SET first_at = first_at - interval '1 hour'`;
    await put(`order:${orderId}`, "4h");
    await db().needsMeSnooze.updateMany({ data: { snoozedAt: hoursAgo(0.1) } });
    expect(await subjects()).toEqual([]);
    await comes(orderId);
    expect(await subjects()).toEqual([`order:${orderId}`]);
  });

  it.each<[string, (hours: number) => Prisma.FulfillmentItemUpdateManyMutationInput, number]>([
    ["comes to review", (hours) => ({ state: "rejected", reviewSince: hoursAgo(hours), reason: "other" }), 0],
    ["has been paused for a day", (hours) => ({ state: "paused", updatedAt: hoursAgo(hours) }), 24],
    ["can't be sent for a day", (hours) => ({ createdAt: hoursAgo(hours), reason: "no_service" }), 24],
    [
      "has waited for its target for a day",
      (hours) => ({ state: "waiting", updatedAt: hoursAgo(hours) }),
      24,
    ],
  ])("ends when another item of its order %s", async (_, change, listedAfter) => {
    const posts = ["one", "two"].map((postId) => ({ postId, quantity: 100 }));
    const { order, items } = await paidOrderFactory(db(), { service: "likes", quantity: 200, posts });
    const [first = "", second = ""] = items.map(({ id }) => id);
    await setItems(db(), { id: first }, change(listedAfter + 2));
    const subject = `order:${order.id}`;
    await put(subject, "4h", "UTC", kindsOf((await list()).entries[0]));
    await db().needsMeSnooze.updateMany({ data: { snoozedAt: hoursAgo(1) } });
    expect(await subjects()).toEqual([]);
    await setItems(db(), { id: second }, change(listedAfter + 0.1));
    expect((await list()).entries).toMatchObject([{ subject, lead: { count: 2 } }]);
  });

  it("ends when another refund of its order has not been sent for six hours", async () => {
    const { id: orderId } = await orderFactory(db());
    await refundFactory(db(), orderId, { status: "requested", createdAt: hoursAgo(8) });
    await refundFactory(db(), orderId, { number: 2, status: "requested", createdAt: hoursAgo(6.1) });
    await put(`order:${orderId}`, "4h", "UTC", ["unsent_refund"]);
    await db().needsMeSnooze.updateMany({ data: { snoozedAt: hoursAgo(1) } });
    expect(await subjects()).toEqual([`order:${orderId}`]);
    await db().needsMeSnooze.updateMany({ data: { snoozedAt: hoursAgo(0.05) } });
    expect(await subjects()).toEqual([]);
  });

  it("ends when the customer adds to a ticket that has no answer yet, which then quotes the addition", async () => {
    const { id: ticketId, userId } = await opened();
    await db().supportTicket.update({ where: { id: ticketId }, data: { createdAt: hoursAgo(2) } });
    const subject = `ticket:${ticketId}`;
    await put(subject, "4h", "UTC", ["ticket"]);
    await db().needsMeSnooze.updateMany({ data: { snoozedAt: hoursAgo(1) } });
    expect(await subjects()).toEqual([]);
    const { createdAt: since } = await db().supportTicket.findUniqueOrThrow({ where: { id: ticketId } });
    await replyToTicket(db(), { userId, ticketId, message: "Cancel it!" });
    expect((await list()).entries).toMatchObject([{ subject, lead: { detail: "Cancel it!", since } }]);
  });

  it("of a role leaves out nothing that the role does not see", async () => {
    const { id: orderId } = await orderFactory(db(), {
      data: { flaggedAt: hoursAgo(2), flagReason: "late_change" },
    });
    const found = { kind: "ledger", orderId, message: "Off by $0.05.", foundAt: hoursAgo(2) };
    await db().discrepancy.create({ data: { key: `ledger:${orderId}`, ...found } });
    const support = () => listNeedsMe(db(), "support", databaseNow());
    const [entry] = (await support()).entries;
    await put(`order:${orderId}`, "4h", "UTC", kindsOf(entry));
    expect((await support()).entries).toEqual([]);
    expect((await list()).entries).toMatchObject([{ subject: `order:${orderId}` }]);
    await put(`order:${orderId}`, "4h", "UTC", kindsOf((await list()).entries[0]));
    expect(await subjects()).toEqual([]);
  });

  it.each(["Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo"])(
    "until morning ends at the next eight o'clock in %s",
    async (timeZone) => {
      await put("alert:x", "morning", timeZone);
      const row = await untilOf("alert:x");
      const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
      expect(clock.format(row?.until)).toBe("08:00");
      const hours = ((row?.until.getTime() ?? 0) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(-0.1);
      // At most 25 hours, when the clocks go back.
      expect(hours).toBeLessThanOrEqual(25);
    },
  );

  it("uses UTC for an unknown time zone, and deletes the snoozes that are over", async () => {
    await put("alert:old", "1h");
    await db().needsMeSnooze.updateMany({ data: { snoozedAt: hoursAgo(3), until: hoursAgo(2) } });
    await put("alert:x", "morning", "Mars/Olympus");
    expect((await untilOf("alert:x"))?.until.toISOString()).toMatch(/T08:00:00/);
    expect(await untilOf("alert:old")).toBeNull();
  });
});
