import { describe, expect, it } from "vitest";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { clearFlag, clearOrderAlert, flagOrder } from "@/lib/orders/order/flag-order";
import { codeOf } from "../../support/database";
import { byOps, disputeFactory, orderFactory } from "../../support/factories";
import { useNeedsMe } from "../../support/needs-me";

const { db, list, subjects } = useNeedsMe();

/** A failure that raises an alert with a flag, as each of them does. */
async function report(orderId: string, kind: "refund_failed" | "late_answer", key: string): Promise<void> {
  await flagOrder(db(), orderId, kind);
  await raiseAlert(db(), { key, kind, message: `${key}!`, orderId });
}

describe("the list of what needs an operator", () => {
  it("has a failure that came after the order's flag, and still has it when that flag is cleared", async () => {
    const { id: orderId } = await orderFactory(db());
    await flagOrder(db(), orderId, "withdrawn");
    await db().$executeRaw`UPDATE orders SET flagged_at = flagged_at - interval '1 hour'`;
    await report(orderId, "refund_failed", "refund_failed:1");
    const failed = { kind: "order_alert", id: "refund_failed:1", text: "refund_failed:1!", cents: 1349 };
    expect(await list()).toMatchObject({
      entries: [
        {
          subject: `order:${orderId}`,
          lead: { kind: "flagged", text: "withdrawn" },
          others: [{ ...failed, detail: null }],
        },
      ],
    });
    await clearFlag(db(), { orderId, ...byOps });
    expect((await list()).entries).toMatchObject([{ subject: `order:${orderId}`, lead: failed, others: [] }]);
    const other = await orderFactory(db());
    const cleared = { key: "refund_failed:1", ...byOps };
    expect(await codeOf(clearOrderAlert(db(), { ...cleared, orderId: other.id }))).toBe("not_found");
    await clearOrderAlert(db(), { ...cleared, orderId });
    expect(await subjects()).toEqual([]);
  });

  it.each(["withdrawn", "late_change", "refunded_in_progress", "excluded_country", "blocked"] as const)(
    "has the reason %s that came after the order's flag, once, until it is cleared itself",
    async (reason) => {
      const { id: orderId } = await orderFactory(db());
      await report(orderId, "refund_failed", "refund_failed:1");
      for (let time = 0; time < 2; time++) await flagOrder(db(), orderId, reason);
      const key = `${reason}:${orderId}`;
      const mattersOf = async () =>
        (await list()).entries.flatMap(({ lead, others }) => [lead, ...others]).map(({ id }) => id);
      expect((await mattersOf()).toSorted()).toEqual([key, "refund_failed:1"].toSorted());
      await clearFlag(db(), { orderId, ...byOps });
      expect(await mattersOf()).toEqual([key]);
      // The flag has this reason from now on, so both are one matter, which ends with the flag.
      await flagOrder(db(), orderId, reason);
      expect(await list()).toMatchObject({ entries: [{ lead: { id: key, detail: reason }, others: [] }] });
      await clearFlag(db(), { orderId, ...byOps });
      expect(await subjects()).toEqual([]);
    },
  );

  it("has failures of an order while the bank decides its dispute", async () => {
    const { id: orderId } = await orderFactory(db());
    await flagOrder(db(), orderId, "dispute");
    await disputeFactory(db(), orderId, { status: "under_review" });
    expect(await subjects()).toEqual([]);
    await report(orderId, "late_answer", "late_answer:1");
    expect(await subjects()).toEqual([`order:${orderId}`]);
  });

  it("has a flag and the alerts of its reason as the alerts, which end when it is cleared", async () => {
    const { id: orderId } = await orderFactory(db());
    for (const key of ["refund_failed:1", "refund_failed:2"]) await report(orderId, "refund_failed", key);
    const [entry, ...rest] = (await list()).entries;
    expect(rest).toEqual([]);
    expect([entry?.lead, ...(entry?.others ?? [])].map((one) => [one?.kind, one?.detail])).toEqual([
      ["order_alert", "refund_failed"],
      ["order_alert", "refund_failed"],
    ]);
    await clearFlag(db(), { orderId, ...byOps });
    expect(await subjects()).toEqual([]);
  });

  it("does not let an alert of another kind be cleared with its order", async () => {
    const { id: orderId } = await orderFactory(db());
    await raiseAlert(db(), { key: "held_refunds", kind: "held_refunds", message: "Held!", orderId });
    const clear = clearOrderAlert(db(), { orderId, key: "held_refunds", ...byOps });
    expect(await codeOf(clear)).toBe("not_found");
  });
});
