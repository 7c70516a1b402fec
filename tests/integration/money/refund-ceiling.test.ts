import { beforeEach, describe, expect, it } from "vitest";
import { Prisma } from "@/lib/base/db/generated/client";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { listHeldRefunds } from "@/lib/money/refunds/held-refunds";
import { dueRefundUndeliveredJob } from "@/lib/money/refunds/refund-jobs";
import type { RefundOrderInput } from "@/lib/money/refunds/refund-order";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import type { StaffRole } from "@/lib/people/auth/roles";
import { grantRole, revokeRole } from "@/lib/people/customers/staff";
import { accountDeps } from "../../support/accounts";
import { codeOf, countSucceeded } from "../../support/database";
import { byOps, customerFactory, refundFactory, setSetting } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";
import { jobKeys } from "../../support/submitting";

const { database, db, shop } = useShopAtStripe();
shop.checkAfterEach();

beforeEach(async () => {
  await db().siteSetting.deleteMany();
});

type Person = { id: string; email: string };
const staff = async (role: StaffRole): Promise<Person> =>
  customerFactory(db(), { roles: ["user", "admin", role] });

const set = (key: string, value: number) => setSetting(db(), key, value);

const paidOrder = async () => (await shop.placeReady()).orderId;
const refund = (actor: Person, orderId: string, change: Partial<RefundOrderInput> = {}) =>
  shop.refund(orderId, { actor, reason: "they asked", ...change });
const release = (actor: Person, refundId: string) =>
  releaseRefund(db(), { refundId, actor, reason: "it is right" });
const refundRow = (id: string) => db().refund.findUniqueOrThrow({ where: { id } });

/** A full refund that support requested above its ceiling. */
async function asked(by?: Person) {
  await set("supportRefundCents", 100);
  const asker = by ?? (await staff("support"));
  const orderId = await paidOrder();
  const { refundId, isHeld } = await refund(asker, orderId);
  expect(isHeld).toBe(true);
  return { asker, orderId, refundId };
}

describe("a refund of undelivered units, above the ceiling", () => {
  it("that a second administrator drops is then the shop's own, which owes the amount, and waits again", async () => {
    await set("supportRefundCents", 100);
    const orderId = await paidOrder();
    const asker = await staff("support");
    const { refundId, isHeld } = await refund(asker, orderId, { kind: "undelivered" });
    expect(isHeld).toBe(true);
    await refundUndelivered(db(), orderId);
    expect(await db().refund.count({ where: { orderId } })).toBe(1);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await dropRefund(db(), { refundId, actor: await staff("owner"), reason: "not like this" });
    await db().owedAmount.update({ where: { orderId }, data: { createdAt: new Date(Date.now() - 120_000) } });
    expect(await jobKeys(database.current)).toContain(`refund-undelivered:${orderId}`);
    const due = await db().$queryRaw<{ id: string }[]>(dueRefundUndeliveredJob.due ?? Prisma.empty);
    expect(due.map(({ id }) => id)).toContain(orderId);
    await refundUndelivered(db(), orderId);
    await refundUndelivered(db(), orderId);
    // The asking administrator has cancelled the unsent items.
    const own = { amountCents: 229, reason: "undelivered", requestedById: null, causedByIds: [asker.id] };
    expect(await db().refund.findMany({ where: { orderId, status: "held" } })).toMatchObject([own]);
  });
});

describe("an administrator's refund", () => {
  it("above the ceiling waits: no money moves, nothing is cancelled, and an alert is raised", async () => {
    const { asker, orderId, refundId } = await asked();
    expect(await shop.jobs(orderId)).not.toContain("refund");
    expect(await shop.order(orderId)).toMatchObject({
      status: "processing",
      refundedCents: 0,
      items: [{ state: "ready" }],
      refunds: [{ status: "held", requestedById: asker.id, note: "they asked" }],
    });
    const held = await listHeldRefunds(db(), { limit: 50 });
    expect(held).toContainEqual(expect.objectContaining({ id: refundId, requestedById: asker.id }));
    const alert = await db().operatorAlert.findUnique({ where: { key: "held_refunds" } });
    expect(alert).toMatchObject({ resolvedAt: null });
    // Sending the same form again finds the same request.
    const { intent } = await refundRow(refundId);
    expect(await refund(asker, orderId, { intent: intent ?? "" })).toMatchObject({ refundId, isHeld: true });
    // The amount of a waiting refund is reserved, so a second request can't promise it again.
    expect(await codeOf(refund(asker, orderId))).toBe("conflict");
  });

  it("of everything, above the ceiling, is not asked for while other refunds of the order wait", async () => {
    await set("supportRefundCents", 100);
    const [asker, other] = await Promise.all([staff("support"), staff("support")]);
    const orderId = await paidOrder();
    await refund(other, orderId, { kind: "part", amountCents: 150 });
    const waiting = { code: "conflict", userMessage: expect.stringContaining("Release or drop") };
    await expect(refund(asker, orderId)).rejects.toMatchObject(waiting);
    const rest = { kind: "part", amountCents: 79 } as const;
    expect(await refund(asker, orderId, rest)).toMatchObject({ isHeld: false });
    await expect(refund(asker, orderId, { ...rest, amountCents: 1 })).rejects.toMatchObject(waiting);
    // An owner's full refund replaces what waits, and its requester's note stays.
    expect(await refund(await staff("owner"), orderId)).toMatchObject({ amountCents: 150, isHeld: false });
    expect((await shop.order(orderId)).refunds).toContainEqual(
      expect.objectContaining({ status: "dropped", requestedById: other.id, note: "they asked" }),
    );
  });

  it("beyond the day's ceiling waits, however many are made at once", async () => {
    const support = await staff("support");
    await set("supportRefundCentsPerDay", 2 * 229 + 100);
    const orders = await Promise.all(Array.from({ length: 5 }, paidOrder));
    const results = await Promise.all(orders.map((orderId) => refund(support, orderId)));
    expect(results.filter(({ isHeld }) => !isHeld)).toHaveLength(2);
    // A smaller refund still fits, and yesterday's refunds no longer count.
    const [next = "", later = ""] = await Promise.all([paidOrder(), paidOrder()]);
    const part = { kind: "part", amountCents: 100 } as const;
    expect(await refund(support, next, part)).toMatchObject({ isHeld: false });
    expect(await refund(support, next, { ...part, amountCents: 1 })).toMatchObject({ isHeld: true });
    await db().$executeRaw`
      UPDATE refunds SET created_at = created_at - interval '25 hours' WHERE requested_by_id = ${support.id}::uuid`;
    expect(await refund(support, later)).toMatchObject({ isHeld: false });
  });

  it("of one administrator does not count in another's ceiling", async () => {
    await set("supportRefundCentsPerDay", 229);
    const [one, other] = [await staff("support"), await staff("support")];
    expect(await refund(one, await paidOrder())).toMatchObject({ isHeld: false });
    expect(await refund(other, await paidOrder())).toMatchObject({ isHeld: false });
  });

  it.each(["catalogue", "read_only"] as const)("is refused to %s staff", async (role) => {
    const orderId = await paidOrder();
    expect(await codeOf(refund(await staff(role), orderId))).toBe("forbidden");
    expect((await shop.order(orderId)).refunds).toEqual([]);
  });

  it("that failed and is sent again counts again", async () => {
    const support = await staff("support");
    const orderId = await paidOrder();
    const { refundId } = await refund(support, orderId, { kind: "part", amountCents: 150 });
    await db().refund.update({ where: { id: refundId }, data: { status: "failed" } });
    await set("supportRefundCents", 100);
    const again = await retryRefund(db(), { refundId, actor: support, reason: "once more" });
    expect(again).toMatchObject({ amountCents: 150, isHeld: true });
    expect(await retryRefund(db(), { refundId, actor: support, reason: "twice" })).toEqual(again);
  });

  it("of an owner waits for a second one only above the sum that the shop has set", async () => {
    const [owner, second] = [await staff("owner"), await staff("owner")];
    expect(await refund(owner, await paidOrder())).toMatchObject({ isHeld: false });
    await set("ownerRefundCentsPerDay", 300);
    const { refundId, isHeld } = await refund(owner, await paidOrder());
    expect(isHeld).toBe(true);
    expect(await codeOf(release(owner, refundId))).toBe("forbidden");
    await release(second, refundId);
    expect(await refundRow(refundId)).toMatchObject({ status: "requested", releasedById: second.id });
  });
});

describe("a refund that waits for a second administrator", () => {
  it("is released by one whose own ceiling allows it, and then cancels unsent items", async () => {
    const { asker, orderId, refundId } = await asked();
    const finance = await staff("finance");
    await release(finance, refundId);
    expect(await refundRow(refundId)).toMatchObject({
      status: "requested",
      requestedById: asker.id,
      releasedById: finance.id,
      note: "they asked",
    });
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ state: "canceled" }] });
    await shop.sendRefunds(orderId);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
    expect(
      await db().auditEntry.findFirst({ where: { subjectId: orderId, action: "refund.released" } }),
    ).toMatchObject({ actorId: finance.id, reason: "it is right" });
  });

  it("cancels the items whose call was lost, as a full refund at once would", async () => {
    const { orderId, refundId } = await asked();
    await shop.setItems(orderId, { state: "unknown", reason: "timeout", reviewSince: new Date() });
    await release(await staff("owner"), refundId);
    expect(await db().fulfillmentItem.findFirstOrThrow({ where: { orderId } })).toMatchObject({
      state: "canceled",
    });
  });

  it("is never released by its requester, not even after a promotion, nor in the database", async () => {
    const { asker, refundId } = await asked();
    await grantRole(accountDeps(database.current), { userId: asker.id, role: "owner", ...byOps });
    expect(await codeOf(release(asker, refundId))).toBe("forbidden");
    await expect(
      db().$executeRaw`UPDATE refunds SET released_by_id = requested_by_id WHERE id = ${refundId}::uuid`,
    ).rejects.toThrow(/refunds_four_eyes/);
    expect(await refundRow(refundId)).toMatchObject({ status: "held", releasedById: null });
  });

  it("is not released by a role that decides no refunds, nor above the releaser's own ceiling", async () => {
    const { refundId } = await asked();
    await set("supportRefundCents", 10_000);
    expect(await codeOf(release(await staff("support"), refundId))).toBe("forbidden");
    const finance = await staff("finance");
    await set("financeRefundCents", 228);
    expect(await codeOf(release(finance, refundId))).toBe("forbidden");
    await set("financeRefundCents", 229);
    await release(finance, refundId);
  });

  it("counts in the day of its releaser, and no longer in its requester's", async () => {
    const finance = await staff("finance");
    await set("financeRefundCentsPerDay", 300);
    const first = await asked();
    const second = await asked(first.asker);
    const releases = [release(finance, first.refundId), release(finance, second.refundId)];
    expect(await countSucceeded(releases)).toBe(1);
    await set("supportRefundCents", 229);
    await set("supportRefundCentsPerDay", 229);
    expect(await refund(first.asker, await paidOrder())).toMatchObject({ isHeld: false });
  });

  it("stays held when its releaser has lost the role, also at the same moment", async () => {
    const { refundId } = await asked();
    const [gone, demoted, racing] = await Promise.all([staff("finance"), staff("owner"), staff("finance")]);
    await revokeRole(db(), { userId: gone.id, ...byOps });
    expect(await codeOf(release(gone, refundId))).toBe("forbidden");
    await grantRole(accountDeps(database.current), { userId: demoted.id, role: "read_only", ...byOps });
    expect(await codeOf(release(demoted, refundId))).toBe("forbidden");
    const [revoked, released] = await Promise.allSettled([
      revokeRole(db(), { userId: racing.id, ...byOps }),
      release(racing, refundId),
    ]);
    expect(revoked.status).toBe("fulfilled");
    const isReleased = released.status === "fulfilled";
    expect((await refundRow(refundId)).status).toBe(isReleased ? "requested" : "held");
    if (!isReleased) expect(released.reason).toMatchObject({ code: "forbidden" });
  });

  it("can still be released when its requester is no longer staff, because the releaser is responsible", async () => {
    const { asker, refundId } = await asked();
    await revokeRole(db(), { userId: asker.id, ...byOps });
    await release(await staff("finance"), refundId);
    expect((await refundRow(refundId)).status).toBe("requested");
  });

  it("leaves the order unchanged when it is declined, and keeps the requester's note", async () => {
    const { asker, orderId, refundId } = await asked();
    const finance = await staff("finance");
    await dropRefund(db(), { refundId, actor: finance, reason: "the delivery goes on" });
    expect(await shop.order(orderId)).toMatchObject({
      status: "processing",
      refundedCents: 0,
      items: [{ state: "ready" }],
      refunds: [{ status: "dropped", requestedById: asker.id, note: "they asked", releasedById: null }],
    });
    // The buyer was promised nothing, so their timeline does not name it.
    const { token } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    const types = (await findOrderView(db(), token))?.timeline.map(({ type }) => type);
    expect(types).not.toContain("refund.dropped");
    await set("supportRefundCents", 300);
    expect(await refund(asker, orderId)).toMatchObject({ isHeld: false });
  });
});

describe("an automatic refund above the shop's limits", () => {
  it("is released by finance within its own ceiling, in which the refund then counts", async () => {
    const held = await refundFactory(db(), await paidOrder(), { amountCents: 200, status: "held" });
    const [support, finance] = [await staff("support"), await staff("finance")];
    expect(await codeOf(release(support, held.id))).toBe("forbidden");
    await set("financeRefundCentsPerDay", 200);
    await release(finance, held.id);
    expect(await refundRow(held.id)).toMatchObject({ requestedById: null, releasedById: finance.id });
    expect(await refund(finance, await paidOrder())).toMatchObject({ isHeld: true });
  });
});
