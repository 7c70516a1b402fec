import { describe, expect, it } from "vitest";
import { orderStatusText } from "@/components/orders/order-status-text";
import { isOrderFinal } from "@/components/orders/read-order-view";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { inList } from "@/lib/base/text/words";
import { addMs, day } from "@/lib/base/time/time";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { recountAndClose } from "@/lib/delivery/items/delivery-summary";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { codeOf } from "../../support/database";
import { leaveQuarantine, setItems } from "../../support/factories";
import { likesOrder } from "../../support/purchase";
import { useRequests } from "../../support/requests";

const { database, db, shop, social, deps, name, ...at } = useRequests();
const { poll, jobs, count, ask, decisionsOf, mailsOf, withoutRefills } = at;
const { setBudget, sentOrder, say, completedOrder, dropTo, letPass, prove, sweep } = at;

const setPaid = (orderId: string, daysAgo: number) =>
  db().order.update({ where: { id: orderId }, data: { paidAt: addMs(new Date(), -daysAgo * day) } });

describe("a request on the order's page", () => {
  it("is answered by a new count, with one row and one mail however often it is sent", async () => {
    const { orderId, token } = await completedOrder();
    await Promise.all([ask(token, "refill"), ask(token, "refill"), ask(token, "refill")]);
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "nothing_missing", askedBy: "customer" }]);
    expect(await mailsOf(orderId)).toBe(1);
    const view = await findOrderView(db(), token);
    const message = expect.stringContaining("what was delivered is there");
    expect(view?.decided).toMatchObject([
      { kind: "refill", isOwn: true, decisions: [{ targets: null, message }] },
    ]);
  });

  it("whose own count shows a loss is answered before the shop decides by itself about what it left open", async () => {
    const { orderId, token } = await completedOrder();
    await letPass(orderId, 1);
    await count(700);
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "wait", reason: "counting" }]);
    await letPass(orderId, 7 / 24);
    await ask(token, "nothing_arrived");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "refill", askedBy: "customer" });
    const [job] = await db().$queryRaw<{ isLater: boolean }[]>`
      SELECT run_at > now() AS "isLater" FROM graphile_worker.jobs WHERE key = ${`drops:${orderId}`}`;
    expect(job).toEqual({ isLater: true });
  });

  it("at the same time as the shop's own decision makes one remedy", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder();
    await dropTo(orderId, 700);
    await Promise.all([
      ask(token, "refill"),
      ask(token, "nothing_arrived"),
      decideDrops(deps(), orderId),
      decideDrops(deps(), orderId),
    ]);
    const made = (await decisionsOf(orderId)).filter(({ units }) => units > 0);
    expect(made).toMatchObject([{ outcome: "replace", units: 300 }]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(2);
  });

  it("about an item that its supplier completed without a follower is refunded in full", async () => {
    await withoutRefills();
    await setBudget(0);
    const { orderId, token } = await completedOrder(0);
    await dropTo(orderId, 0);
    await dropTo(orderId, 0);
    const view = await findOrderView(db(), token);
    expect(view && orderStatusText(view).detail).toMatch(
      /^By our own count, 1,000 of 1,000 followers never arrived\./,
    );
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "refund", reason: "never_arrived", units: 1_000, cents: 1_349 },
    ]);
    await shop.sendRefunds(orderId);
    expect(await shop.order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 1_349 });
  });

  it("to refund one of ten thousand views says that it is worth less than a cent, as the page does", async () => {
    const [reel] = await listPosts(deps().social, "instagram", "demo_many", { kind: "reels" });
    const { orderId, token } = await shop.placePaid({
      serviceType: "views",
      packageId: "views-10000",
      quantity: 10_000,
      price: 24.99,
      username: "demo_many",
      selectedPosts: [{ reelId: reel?.id, viewsToAdd: 10_000 }],
    });
    await shop.setItems(orderId, { state: "partial", remains: 1 });
    await db().$transaction((tx) => recountAndClose(tx, [orderId]));
    await refundUndelivered(db(), orderId);
    await ask(token, "refund");
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "nothing_missing", reason: "below_a_cent" },
    ]);
    const view = await findOrderView(db(), token);
    if (!view) throw new Error("an order has a view");
    expect(orderStatusText(view).detail).toBe(
      "9,999 of 10,000 views were delivered. What did not arrive is worth less than a cent, so nothing goes back.",
    );
    expect(isOrderFinal(view)).toBe(true);
  });

  it("tells an answer about all of an order's twenty posts once, and names the post of another", async () => {
    const posts = await listPosts(deps().social, "instagram", "demo_many");
    const selectedPosts = posts.map((post) => ({ postId: post.id, likesToAdd: 5 }));
    const { orderId, token } = await shop.placePaid({ ...likesOrder, username: "demo_many", selectedPosts });
    await setItems(db(), { orderId }, { state: "submitted", submittedAt: new Date() });
    await ask(token, "slow");
    await setItems(db(), { orderId, position: 0 }, { state: "in_progress" });
    await ask(token, "cancel");
    const view = await findOrderView(db(), token);
    const others = posts.slice(1).map((_, index) => `Post ${index + 2}`);
    expect(
      view?.decided.map(({ kind, decisions }) => [kind, decisions.map(({ targets }) => targets)]),
    ).toEqual([
      ["cancel", ["Post 1", inList(others)]],
      ["slow", [null]],
    ]);
  });

  it("to cancel cancels unsent items, and the price is refunded once", async () => {
    const { orderId, token } = await shop.placePaid({ username: name });
    await Promise.all([ask(token, "cancel"), ask(token, "cancel"), ask(token, "refund")]);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ state: "canceled" }] });
    await Promise.all([refundUndelivered(db(), orderId), refundUndelivered(db(), orderId)]);
    expect((await shop.order(orderId)).refunds).toMatchObject([{ amountCents: 229, reason: "undelivered" }]);
    await ask(token, "nothing_arrived");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ reason: "refund_on_its_way" });
  });

  it("that cancels one item leaves a paused one, whose buyer was told that it continues", async () => {
    const posts = await listPosts(shop.deps().social, "instagram", "wanderwithmara");
    const selectedPosts = posts.slice(0, 2).map(({ id }) => ({ postId: id, likesToAdd: 50 }));
    const { orderId, token } = await shop.placePaid({ ...likesOrder, selectedPosts });
    const [paused, late] = (await shop.order(orderId)).items;
    await setItems(db(), { id: paused?.id ?? "" }, { state: "paused", pausedUntil: addMs(new Date(), day) });
    await setPaid(orderId, 2);
    await ask(token, "nothing_arrived");
    const outcomes = new Map((await decisionsOf(orderId)).map(({ itemId, outcome }) => [itemId, outcome]));
    expect([paused, late].map((item) => outcomes.get(item?.id ?? ""))).toEqual(["wait", "cancel"]);
    expect((await shop.order(orderId)).items).toMatchObject([{ state: "paused" }, { state: "canceled" }]);
  });

  it("repeated while the first one waits keeps the time of the first", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder();
    await letPass(orderId, 4);
    await db().$executeRaw`TRUNCATE social_cache`;
    await social.control("", { accounts: { [`instagram ${name}`]: "77" } });
    await count(0);
    await ask(token, "refill");
    await letPass(orderId, 1.5);
    await ask(token, "refill");
    const [first, again] = await decisionsOf(orderId);
    expect([first, again]).toMatchObject([{ lookAgainAt: null }, { reason: "target_hidden" }]);
    expect(again?.askedAt).toEqual(first?.askedAt);
    await letPass(orderId, 0.5);
    await social.control("/reset");
    await count(700);
    await db().$executeRaw`TRUNCATE social_cache`;
    await prove(orderId);
    await ask(token, "refill");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "replace", units: 300 });
  });

  it("that waits is decided automatically once the promise is broken, also where a job was lost", async () => {
    const { orderId, token } = await sentOrder();
    await ask(token, "slow");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "wait", reason: "starts_in_time" }]);
    await setPaid(orderId, 2);
    for (let look = 0; look < 2; look++) {
      await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
      await db()
        .$executeRaw`UPDATE request_decisions SET look_again_at = now() - interval '1 second' WHERE look_again_at IS NOT NULL`;
      await decideDrops(deps(), orderId);
      expect(await jobs("cancel-late-item")).toHaveLength(1);
    }
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "wait", lookAgainAt: null },
      { outcome: "ask_supplier", reason: "not_started_in_time", lookAgainAt: expect.any(Date) },
    ]);
    expect(await mailsOf(orderId)).toBe(2);
  });

  it("about a slow delivery waits for as long as the page forecasts for orders like it", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await say(itemId, { status: "In progress", remains: "100" });
    const { paidAt } = await setPaid(orderId, 4);
    await db().fulfillmentItem.update({ where: { id: itemId }, data: { submittedAt: paidAt } });
    await db()
      .$executeRaw`INSERT INTO variant_forecasts (platform_slug, service_slug, size, within_minutes, orders)
      VALUES ('instagram', 'followers', 1, ${7 * 24 * 60}, 30)`;
    await ask(token, "slow");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "wait", reason: "arriving" }]);
    await db().$executeRaw`TRUNCATE variant_forecasts`;
    await ask(token, "slow");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({
      outcome: "ask_supplier",
      reason: "not_finished_in_time",
    });
  });

  it("made while the supplier completes the item does not undo the completion, and the next one is answered accordingly", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await count(1_000);
    await Promise.all([ask(token, "cancel"), say(itemId, { status: "Completed" })]);
    // Again, because a poll skips an item whose row the decision has locked.
    await poll();
    await ask(token, "cancel");
    expect(await shop.order(orderId)).toMatchObject({ status: "completed", items: [{ state: "completed" }] });
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "already_done" });
  });

  it("about a disputed payment changes nothing", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder(200);
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "disputed" } });
    await ask(token, "nothing_arrived");
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "already_done", reason: "disputed" }]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(1);
  });

  it("in quarantine changes nothing, and is decided automatically afterwards", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder(200);
    await prove(orderId);
    await startQuarantine(db(), { reason: "test" });
    await ask(token, "nothing_arrived");
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "wait", reason: "shop_paused", lookAgainAt: expect.any(Date) },
    ]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(1);
    await leaveQuarantine(db());
    await db().$executeRaw`UPDATE request_decisions SET look_again_at = now() - interval '1 second'`;
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
    await sweep();
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "wait", lookAgainAt: null },
      { outcome: "replace", units: 800, askedBy: "customer" },
    ]);
  });

  it("of an order that was not paid is refused, and an unknown link is not found", async () => {
    const { token } = await shop.place({ username: name });
    expect(await codeOf(ask(token, "cancel"))).toBe("conflict");
    expect(await codeOf(ask("x".repeat(24), "cancel"))).toBe("not_found");
  });
});
