import { describe, expect, it } from "vitest";
import { watchReview } from "@/lib/delivery/items/watch-review";
import { snooze } from "@/lib/mail/alerts/snooze";
import { useDatabase } from "../../support/database";
import { byOps, paidOrderFactory, setItems } from "../../support/factories";
import { useEmptyOrders } from "../../support/submitting";

const { database, db } = useDatabase();
useEmptyOrders(database, "needs_me_snoozes");

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** An order whose item has been in review for so long. */
async function reviewed(minutes: number, data: object = {}) {
  const { order, item } = await paidOrderFactory(db());
  await setItems(db(), { id: item.id }, { state: "unknown", reviewSince: minutesAgo(minutes), ...data });
  return { order, item };
}

const isOn = async () =>
  (await db().operatorAlert.count({ where: { key: "items_in_review", resolvedAt: null } })) === 1;
const mails = () => db().emailLog.count({ where: { kind: "operator-alert" } });

describe("the alert about items in review", () => {
  it("is mailed again for items that came into it since its last mail", async () => {
    await reviewed(400);
    await watchReview(db());
    expect(await mails()).toBe(1);
    await db().operatorAlert.updateMany({ data: { mailedAt: minutesAgo(61) } });
    await watchReview(db());
    expect(await mails()).toBe(1);
    for (let count = 0; count < 3; count += 1) await reviewed(31);
    await watchReview(db());
    const newest = await db().emailLog.findFirst({ orderBy: { createdAt: "desc" } });
    expect(newest?.props).toMatchObject({
      message: expect.stringMatching(/^3 more since the last mail\. 4 items have been in review/),
    });
  });

  it("is off while its order is put off, and on again when another item came into review since", async () => {
    const { order } = await reviewed(40);
    await watchReview(db());
    expect(await isOn()).toBe(true);
    const subject = `order:${order.id}`;
    await snooze(db(), { subject, kinds: ["review"], choice: "4h", timeZone: "UTC", ...byOps });
    await watchReview(db());
    expect(await isOn()).toBe(false);
    await db().needsMeSnooze.updateMany({ data: { snoozedAt: minutesAgo(45) } });
    await watchReview(db());
    expect(await isOn()).toBe(true);
  });

  it("stays on for an order that was put off for another reason", async () => {
    const { order } = await reviewed(40);
    const subject = `order:${order.id}`;
    await snooze(db(), { subject, kinds: ["flagged"], choice: "4h", timeZone: "UTC", ...byOps });
    await watchReview(db());
    expect(await isOn()).toBe(true);
  });

  it("is off for an item whose evidence is looked for again at a later time", async () => {
    const { item } = await reviewed(40, { notBefore: new Date(Date.now() + 3_600_000) });
    await watchReview(db());
    expect(await isOn()).toBe(false);
    await setItems(db(), { id: item.id }, { notBefore: minutesAgo(1) });
    await watchReview(db());
    expect(await isOn()).toBe(true);
  });
});
