import { describe, expect, it } from "vitest";
import { orderStatusText } from "@/components/orders/order-status-text";
import { isOrderFinal } from "@/components/orders/read-order-view";
import { cancelUnsent } from "@/lib/delivery/cancel-unsent";
import { updateDeliverySummary } from "@/lib/delivery/delivery-summary";
import { lockOrderAndItems } from "@/lib/delivery/lock-items";
import { cancelLateItem } from "@/lib/delivery/progress/cancel-late-item";
import type { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { findOrderView } from "@/lib/orders/queries";
import { startQuarantine } from "@/lib/quarantine/start-quarantine";
import { failRefund } from "@/lib/refunds/record-refund";
import { refundUndelivered } from "@/lib/refunds/refund-undelivered";
import { applyDecisions } from "@/lib/requests/apply-decisions";
import { decideDrops } from "@/lib/requests/decide-request";
import { decideItems } from "@/lib/requests/decision-rules";
import { loadFacts } from "@/lib/requests/load-facts";
import { objectToDecision } from "@/lib/requests/object-to-decision";
import { listPosts } from "@/lib/social/list-posts";
import { openTicket } from "@/lib/support/open-ticket";
import { addMs, day } from "@/lib/time";
import { codeOf } from "../../support/database";
import { customerFactory, leaveQuarantine, setItems } from "../../support/factories";
import { likesOrder } from "../../support/purchase";
import { useRequests } from "../../support/requests";
import { answering, openEmulator } from "../../support/suppliers";

const { db, shop, panel, social, provider, deps, name, ...at } = useRequests();
const { poll, jobs, count, ask, decisionsOf, mailsOf, withoutRefills } = at;
const { setBudget, pointSuppliers, sentOrder, say, completedOrder, dropTo, letPass, sweep } = at;

const setPaid = (orderId: string, daysAgo: number) =>
  db().order.update({ where: { id: orderId }, data: { paidAt: addMs(new Date(), -daysAgo * day) } });

describe("a request on the order's page", () => {
  it("is answered by a new count, with one row and one mail however often it is sent", async () => {
    const { orderId, token } = await completedOrder();
    await Promise.all([ask(token, "refill"), ask(token, "refill"), ask(token, "refill")]);
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "nothing_missing", askedBy: "customer" }]);
    expect(await mailsOf(orderId)).toBe(1);
    const view = await findOrderView(db(), token);
    expect(view?.decided).toMatchObject([
      { kind: "refill", isOwn: true, decisions: [{ label: `@${name}` }] },
    ]);
  });

  it("whose own count shows a loss is answered before the shop decides by itself about what it left open", async () => {
    const { orderId, token } = await completedOrder();
    await letPass(orderId, 1);
    await count(700);
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "refill", askedBy: "customer" }]);
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
      ...{ serviceType: "views", packageId: "views-10000", quantity: 10_000, price: 24.99 },
      ...{ username: "demo_many", selectedPosts: [{ reelId: reel?.id, viewsToAdd: 10_000 }] },
    });
    await shop.setItems(orderId, { state: "partial", remains: 1 });
    await db().$transaction((tx) => updateDeliverySummary(tx, [orderId]));
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

  it("shows the answers about all of an order's twenty posts, for each of its requests", async () => {
    const posts = await listPosts(deps().social, "instagram", "demo_many");
    const selectedPosts = posts.map((post) => ({ postId: post.id, likesToAdd: 5 }));
    const { orderId, token } = await shop.placePaid({ ...likesOrder, username: "demo_many", selectedPosts });
    await setItems(db(), { orderId }, { state: "submitted", submittedAt: new Date() });
    await ask(token, "slow");
    await setItems(db(), { orderId }, { state: "in_progress" });
    await ask(token, "cancel");
    const view = await findOrderView(db(), token);
    const labels = posts.map((_, index) => `Post ${index + 1}`);
    expect(view?.decided.map(({ kind, decisions }) => [kind, decisions.map(({ label }) => label)])).toEqual([
      ["cancel", labels],
      ["slow", labels],
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

  it("about an order whose full refund failed goes to the operator, who sends it again", async () => {
    const { orderId, token } = await shop.placePaid({ username: name });
    const { refundId } = await shop.refund(orderId);
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "refund_failed" }]);
  });

  it("about missing units is the operator's while a failed refund takes what is left of the payment", async () => {
    await withoutRefills();
    await setBudget(0);
    const { orderId, token } = await completedOrder(0);
    const { refundId } = await shop.refund(orderId);
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "refunded_otherwise" }]);
    expect((await shop.order(orderId)).refunds).toHaveLength(1);
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

  it("to stop is sent to the supplier once, and the supplier's refusal goes to an operator", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await ask(token, "refund");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "ask_supplier", reason: "stop_wanted" }]);
    expect(await jobs("cancel-late-item")).toHaveLength(1);
    await cancelLateItem({ db: db(), provider }, itemId);
    await cancelLateItem({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
    await poll();
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ state: "canceled" }] });
  });

  it("to stop is sent to the supplier again after a refusal of the shop's key", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await ask(token, "refund");
    const supplier = await openEmulator(answering('{"error":"Invalid API key"}'));
    await pointSuppliers(supplier.url);
    expect(await codeOf(cancelLateItem({ db: db(), provider }, itemId))).toBe("upstream_failed");
    await pointSuppliers(panel.url());
    await letPass(orderId, 2);
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
    await decideDrops(deps(), orderId);
    expect(await jobs("cancel-late-item")).toHaveLength(1);
    await cancelLateItem({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
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
    await ask(token, "refill");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "replace", units: 300 });
  });

  it("to cancel an item that may have been bought before a restore goes to an operator", async () => {
    const { orderId, token } = await shop.placePaid({ username: name });
    const held = { state: "rejected", reason: "database_restored", reviewSince: new Date() } as const;
    await setItems(db(), {}, held);
    await ask(token, "cancel");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "call_lost" }]);
    expect((await shop.order(orderId)).items).toMatchObject([{ state: "rejected" }]);
  });

  it("that waits is decided automatically once the promise is broken, also where a job was lost", async () => {
    const { orderId, token } = await sentOrder();
    await ask(token, "slow");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "wait", reason: "starts_in_time" }]);
    await setPaid(orderId, 2);
    for (let look = 0; look < 2; look++) {
      await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
      await db()
        .$executeRaw`UPDATE request_decisions SET look_again_at = now() WHERE look_again_at IS NOT NULL`;
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
      .$executeRaw`INSERT INTO delivery_forecasts (platform, service_type, size, within_minutes, orders)
      VALUES ('instagram', 'followers', 1, ${7 * 24 * 60}, 30)`;
    await ask(token, "slow");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "wait", reason: "arriving" }]);
    await db().$executeRaw`TRUNCATE delivery_forecasts`;
    await ask(token, "slow");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({
      outcome: "ask_supplier",
      reason: "not_finished_in_time",
    });
  });

  it("made while the supplier completes the item is decided by whichever came first", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await count(1_000);
    await Promise.all([ask(token, "cancel"), say(itemId, { status: "Completed" })]);
    // Again, because a poll skips an item whose row the decision has locked.
    await poll();
    await ask(token, "cancel");
    expect(await shop.order(orderId)).toMatchObject({ status: "completed", items: [{ state: "completed" }] });
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "already_done" });
  });

  it("without a count goes to an operator, with the facts, and once", async () => {
    const { orderId, token } = await completedOrder();
    await db().targetCount.deleteMany();
    await db().socialCache.deleteMany();
    await social.control("", { faults: Array.from({ length: 20 }, () => "500") });
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "count_unknown" }]);
    const [ticket] = await db().supportTicket.findMany({ where: { orderId } });
    expect(ticket).toMatchObject({ kind: "refund", status: "open" });
    expect(ticket?.message).toContain("count_unknown");
    await ask(token, "nothing_arrived");
    expect(await db().supportTicket.count()).toBe(1);
  });

  it("whose decision the buyer disputes goes to an operator with the facts, once", async () => {
    const { orderId, token } = await completedOrder();
    await ask(token, "refill");
    const [decision] = await decisionsOf(orderId);
    const objection = { token, requestId: decision?.requestId ?? "", message: "I see 300 fewer." };
    await objectToDecision(db(), objection);
    const [ticket] = await db().supportTicket.findMany({ where: { orderId } });
    expect(ticket?.message).toMatch(/^I see 300 fewer\.[\s\S]+nothing_missing: delivered/);
    expect((await findOrderView(db(), token))?.requests.ticketAt).toEqual(expect.any(String));
    expect(await codeOf(objectToDecision(db(), objection))).toBe("conflict");
    const other = await completedOrder();
    expect(await codeOf(objectToDecision(db(), { ...objection, token: other.token }))).toBe("not_found");
  });

  it.each([
    ["a guest's, though an account has the order since", "a stranger's", true],
    ["the account's that placed the order", null, false],
  ])("disputed through the order's link is %s", async (_whose, guestKeyHash, isGuest) => {
    const { orderId, token } = await completedOrder();
    const { id: userId } = await customerFactory(db());
    await db().order.update({ where: { id: orderId }, data: { userId, guestKeyHash } });
    await ask(token, "refill");
    const [decision] = await decisionsOf(orderId);
    await objectToDecision(db(), { token, requestId: decision?.requestId ?? "", message: "Pay me instead." });
    expect(await db().supportTicket.findMany({ where: { orderId } })).toMatchObject([{ userId, isGuest }]);
  });

  it.each([
    ["promises the time of an answer where the shop has evidence for it", true],
    ["promises no time of an answer where the shop has no evidence for it", false],
  ])("%s", async (_, isProven) => {
    const evidence = { text: "The median of a year's tickets.", by: "ops", at: "2026-01-01" };
    const value = isProven ? { replyTime: evidence } : {};
    await db().siteSetting.create({ data: { key: "claimEvidence", value } });
    const { orderId, token } = await completedOrder();
    await db().order.update({ where: { id: orderId }, data: { blockedAt: new Date() } });
    await ask(token, "nothing_arrived");
    const [decision] = await decisionsOf(orderId);
    const objection = { token, requestId: decision?.requestId ?? "", message: "Please look." };
    const refused = await objectToDecision(db(), objection).catch((error: AppError) => error.userMessage);
    const caller = { userId: null, email: "mara@example.com" };
    const repeated = await openTicket(db(), {
      ...{ caller, kind: "refund", message: "Again.", orderReference: "", orderId },
    }).catch((error: AppError) => error.userMessage);
    const end = isProven ? " within 24 hours." : ".";
    expect(decision?.message).toContain(`write to the order's email address${end}`);
    expect(refused).toBe(`Our team is already looking into this order and will answer${end}`);
    expect(repeated).toBe(`You have already asked for this refund. We will get back to you${end}`);
  });

  it("pays the parts of an order back to the cent, however each was rounded", async () => {
    await withoutRefills();
    await setBudget(0);
    const posts = await listPosts(shop.deps().social, "instagram", "wanderwithmara");
    const shares = [30, 30, 40];
    const selectedPosts = shares.map((likesToAdd, index) => ({ postId: posts[index]?.id, likesToAdd }));
    const { orderId } = await shop.placePaid({ ...likesOrder, selectedPosts });
    const [lost, canceled, last] = (await shop.order(orderId)).items.map(({ id }) => id);

    /** Its supplier completes an item of which nothing arrived, as the counts show. */
    async function complete(id = "") {
      const at = new Date();
      await setItems(db(), { id }, { state: "completed", remains: 0, finishedAt: at, leasedAt: at });
      const counted = { itemId: id, count: 1_000, source: "test" };
      await db().targetCount.createMany({
        data: ["before", "after"].map((moment) => ({ ...counted, moment })),
      });
      await db().$transaction(async (tx) => {
        await lockOrderAndItems(tx, orderId);
        await updateDeliverySummary(tx, [orderId]);
      });
    }

    async function decide(id = "") {
      await db().$transaction(async (tx) => {
        await lockOrderAndItems(tx, orderId);
        const askedAt = new Date();
        const request = { id: newId(), kind: "nothing_arrived", by: "customer", askedAt } as const;
        const loaded = await loadFacts(tx, orderId, { ...request, target: "public" });
        const decisions = decideItems(loaded.facts, request.kind).filter(({ itemId }) => itemId === id);
        await applyDecisions(tx, loaded, request, decisions);
      });
    }

    await complete(lost);
    await decide(lost);
    await db().$transaction((tx) =>
      cancelUnsent(tx, orderId, { reason: "target_not_fixed", itemIds: [canceled ?? ""] }),
    );
    await complete(last);
    await refundUndelivered(db(), orderId);
    await decide(last);
    // 30 of 100 at 249 cents are 74.7 twice, and 40 are what is left.
    expect((await shop.sendRefunds(orderId)).toSorted()).toEqual([75, 75, 99]);
    expect(await shop.order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 249 });
  });

  it("about a disputed payment changes nothing", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder(200);
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "disputed" } });
    await ask(token, "nothing_arrived");
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "disputed" }]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(1);
  });

  it("in quarantine changes nothing, and is decided automatically afterwards", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder(200);
    await startQuarantine(db(), { reason: "test" });
    await ask(token, "nothing_arrived");
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "wait", reason: "shop_paused", lookAgainAt: expect.any(Date) },
    ]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(1);
    await leaveQuarantine(db());
    await db().$executeRaw`UPDATE request_decisions SET look_again_at = now()`;
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
