import { describe, expect, it } from "vitest";
import type { AppError } from "@/lib/base/errors";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { objectToDecision } from "@/lib/buyer/requests/object-to-decision";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { findTicket } from "@/lib/people/support/list-tickets";
import { codeOf } from "../../support/database";
import { customerFactory, setItems } from "../../support/factories";
import { likesOrder } from "../../support/purchase";
import { useRequests } from "../../support/requests";

const { db, shop, social, deps, name, ...at } = useRequests();
const { ask, decisionsOf, withoutRefills, setBudget, completedOrder, dropTo } = at;

describe("a request on the order's page", () => {
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
    const { orderId, token } = await completedOrder();
    await dropTo(orderId, 0);
    await dropTo(orderId, 0);
    const { refundId } = await shop.refund(orderId);
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "refunded_otherwise" }]);
    expect((await shop.order(orderId)).refunds).toHaveLength(1);
  });

  it("to cancel an item that may have been bought before a restore goes to an operator", async () => {
    const { orderId, token } = await shop.placePaid({ username: name });
    const held = { state: "rejected", reason: "database_restored", reviewSince: new Date() } as const;
    await setItems(db(), {}, held);
    await ask(token, "cancel");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "call_lost" }]);
    expect((await shop.order(orderId)).items).toMatchObject([{ state: "rejected" }]);
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

  it("whose decision the buyer objects to goes to an operator with the facts, once", async () => {
    const { orderId, token } = await completedOrder();
    await ask(token, "refill");
    const [decision] = await decisionsOf(orderId);
    const objection = { token, requestId: decision?.requestId ?? "", message: "I see 300 fewer." };
    await objectToDecision(db(), objection);
    const [ticket] = await db().supportTicket.findMany({ where: { orderId } });
    expect(ticket?.message).toMatch(/^I see 300 fewer\.[\s\S]+nothing_missing: there/);
    expect((await findOrderView(db(), token))?.requests.ticketAt).toEqual(expect.any(String));
    expect(await codeOf(objectToDecision(db(), objection))).toBe("conflict");
    const other = await completedOrder();
    expect(await codeOf(objectToDecision(db(), { ...objection, token: other.token }))).toBe("not_found");
  });

  it("whose buyer objects has one open ticket, also after five objections at once", async () => {
    const { orderId, token } = await completedOrder();
    await ask(token, "refill");
    const [decision] = await decisionsOf(orderId);
    const object = () =>
      objectToDecision(db(), { token, requestId: decision?.requestId ?? "", message: "I see fewer." });
    const codes = await Promise.all(Array.from({ length: 5 }, object).map(codeOf));
    expect(codes.toSorted()).toEqual([...Array(4).fill("conflict"), null]);
    await db().supportTicket.updateMany({ where: { orderId }, data: { status: "closed" } });
    await object();
    expect(await db().supportTicket.count({ where: { orderId } })).toBe(2);
  });

  it.each([
    ["a guest, although the order has been linked to an account since", "a stranger's", true],
    ["the account that placed the order", null, false],
  ])(
    "whose buyer objects through the order's link opens a ticket of %s",
    async (_whose, guestKeyHash, isGuest) => {
      const { orderId, token } = await completedOrder();
      const { id: userId } = await customerFactory(db());
      await db().order.update({ where: { id: orderId }, data: { userId, guestKeyHash } });
      await ask(token, "refill");
      const [decision] = await decisionsOf(orderId);
      await objectToDecision(db(), {
        token,
        requestId: decision?.requestId ?? "",
        message: "Pay me instead.",
      });
      expect(await db().supportTicket.findMany({ where: { orderId } })).toMatchObject([{ userId, isGuest }]);
    },
  );

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
    const end = isProven ? " within 24 hours." : ".";
    expect(decision?.message).toContain(`write to the order's email address${end}`);
    expect(refused).toBe(`Our team is already looking into this order and will answer${end}`);
  });
});

it("a second post's drop is added to the open ticket about the first, where an operator sees it", async () => {
  const posts = await listPosts(shop.deps().social, "instagram", "wanderwithmara");
  const selectedPosts = posts.slice(0, 2).map(({ id }) => ({ postId: id, likesToAdd: 50 }));
  const order = await shop.placePaid({ ...likesOrder, selectedPosts });
  const { orderId } = order;
  const [first, second] = (await shop.order(orderId)).items.map(({ id }) => id);
  await setBudget(0);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const at = ago(48);
  await setItems(db(), { orderId }, { state: "completed", remains: 0, finishedAt: at, leasedAt: at });
  const count = (itemId = "", moment: string, count: number, takenAt = new Date()) =>
    db().targetCount.create({ data: { itemId, moment, count, source: "test", takenAt } });
  for (const id of [first, second]) {
    await count(id, "before", 1_000, ago(50));
    await count(id, "after", 1_050, ago(40));
  }
  await shop.requestRefund(order, 50);
  await social.control("", { faults: Array.from({ length: 80 }, () => "500") });
  await count(first, "after", 1_030, ago(7));
  await count(first, "after", 1_030);
  await decideDrops(deps(), orderId);
  const [opened] = await db().supportTicket.findMany({ where: { orderId } });
  expect(opened?.message).toContain("refunded_otherwise");
  await count(second, "after", 1_010, ago(7));
  await count(second, "after", 1_010);
  await decideDrops(deps(), orderId);
  expect((await decisionsOf(orderId)).map(({ itemId, outcome }) => [itemId, outcome])).toEqual([
    [first, "review"],
    [second, "review"],
  ]);
  const ticket = await findTicket(db(), opened?.id ?? "");
  expect(ticket?.version).toBe(1);
  expect(ticket?.thread.slice(1)).toMatchObject([{ body: expect.stringContaining("refunded_otherwise") }]);
});
