import { describe, expect, it } from "vitest";
import { raiseAlert } from "@/lib/alerts/raise-alert";
import { snooze } from "@/lib/alerts/snooze";
import { databaseNow } from "@/lib/clock";
import { flagOrder } from "@/lib/orders/flag-order";
import { listNeedsMe } from "@/lib/reporting/needs-me";
import type { Entry } from "@/lib/reporting/needs-me-rules";
import { auditOf, byOps, orderFactory } from "../../support/factories";
import { useNeedsMe } from "../../support/needs-me";

const { db, list, subjects } = useNeedsMe();
const { actor } = byOps;

const kindsOf = (entry: Entry | undefined) =>
  entry ? [entry.lead, ...entry.others].map(({ kind }) => kind) : [];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
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
