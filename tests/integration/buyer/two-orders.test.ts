import { describe, expect, it } from "vitest";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { useRequests } from "../../support/requests";

const { db, panel, deps, paidOrder, ...at } = useRequests();
const { submit, count, ask, decisionsOf, withoutRefills } = at;
const { say, completedOrder, sentOrder, dropTo, prove, replacementOf, sendRefill, pollRefillsNow } = at;

describe("two orders of one profile", () => {
  it("each have their own loss made good, and no unit twice", async () => {
    await withoutRefills();
    const one = await completedOrder();
    await dropTo(one.orderId, 700);
    const other = await sentOrder();
    // While the other order is delivered, the counter can't tell the two apart.
    await decideDrops(deps(), one.orderId);
    expect(await decisionsOf(one.orderId)).toHaveLength(0);
    await ask(one.token, "nothing_arrived");
    expect(await decisionsOf(one.orderId)).toMatchObject([{ outcome: "wait", reason: "counter_moving" }]);
    await count(1_700);
    await say(other.itemId, { status: "Completed" });
    await dropTo(other.orderId, 1_700);
    await dropTo(one.orderId, 1_700);
    await decideDrops(deps(), other.orderId);
    await decideDrops(deps(), one.orderId);
    expect(await decisionsOf(other.orderId)).toHaveLength(0);
    const [, decided] = await decisionsOf(one.orderId);
    expect(decided).toMatchObject({ outcome: "replace", units: 300 });
  });
});

describe("the count before a later order of the profile", () => {
  const beforeOf = (itemId: string) => db().targetCount.findFirst({ where: { itemId, moment: "before" } });

  it("is not from while an earlier order's replacement still added, so its buyer's loss is seen", async () => {
    await withoutRefills();
    const one = await completedOrder();
    await dropTo(one.orderId, 700);
    await decideDrops(deps(), one.orderId);
    const replacement = await replacementOf(one.itemId);
    await submit(replacement.id);
    await db().$executeRaw`TRUNCATE social_cache`;
    // The buyer's lookup shows the counter before the replacement has added to it.
    const next = await paidOrder();
    const { itemId } = next;
    await count(1_000);
    await say(replacement.id, { status: "Completed" });
    await submit(itemId);
    await countTargets(db(), deps().social, next.orderId);
    const alone = (await beforeOf(one.itemId))?.count;
    expect((await beforeOf(itemId))?.count).toBe((alone ?? 0) + 1_000);
    // The supplier says that it delivered everything, and 300 never arrived.
    await count(1_700);
    await say(itemId, { status: "Completed" });
    await countTargets(db(), deps().social, next.orderId);
    await prove(one.orderId, next.orderId);
    await ask(next.token, "nothing_arrived");
    expect(await decisionsOf(next.orderId)).toMatchObject([{ outcome: "replace", units: 300 }]);
    await decideDrops(deps(), one.orderId);
    expect(await decisionsOf(one.orderId)).toHaveLength(1);
  });

  it("is not taken while an earlier order's refill may still add, and is once it has ended", async () => {
    const one = await completedOrder();
    await dropTo(one.orderId, 700);
    await decideDrops(deps(), one.orderId);
    const { id } = await db().refill.findFirstOrThrow();
    await sendRefill(id);
    const next = await sentOrder();
    expect(await beforeOf(next.itemId)).toBeNull();
    await count(1_000);
    await panel.control({ speed: 0 });
    await pollRefillsNow();
    await countTargets(db(), deps().social, next.orderId);
    const alone = (await beforeOf(one.itemId))?.count ?? 0;
    expect((await beforeOf(next.itemId))?.count).toBe(alone + 1_000);
  });

  it("is not the lookup from while the earlier order was delivered; without a count an operator decides", async () => {
    const one = await sentOrder();
    await count(1_000);
    await say(one.itemId, { status: "Completed" });
    await countTargets(db(), deps().social, one.orderId);
    const next = await paidOrder();
    const { itemId } = next;
    await submit(itemId);
    await say(itemId, { status: "In progress" });
    await countTargets(db(), deps().social, next.orderId);
    await say(itemId, { status: "Completed" });
    await countTargets(db(), deps().social, next.orderId);
    await ask(next.token, "nothing_arrived");
    expect(await decisionsOf(next.orderId)).toMatchObject([{ outcome: "review", reason: "count_unknown" }]);
  });
});
