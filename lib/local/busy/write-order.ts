import { newId, newOrderId, newToken, sha256 } from "@/lib/base/ids";
import { addMs, hour, minute, second } from "@/lib/base/time/time";
import { attemptParams, sessionLifetimeMs } from "@/lib/money/payments/attempt-params";
import type { ChosenPost } from "@/lib/money/payments/insert-order";
import { feeMovement, paymentMovement } from "@/lib/orders/ledger/movements";
import { paymentStatusOf } from "@/lib/orders/order/payment-status";
import { soldAsNow } from "@/lib/orders/order/sold-as";
import { profileUrl } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";
import { chargeFee } from "../stripe/balance";
import type { Charge } from "../stripe/objects";
import type { PlannedOrder } from "./plan";
import { postAt } from "./rows";
import { addMail, type Scene } from "./scene";
import { writeItems } from "./write-items";
import { writeRefunds, writeSecondPayment } from "./write-refunds";

/** An order of the scene that has been paid, for what happens to it later. */
export type Written = { planned: PlannedOrder; orderId: string; attemptId: string; charge: Charge };

/** Writes an order with everything that belongs to it. Null for one that was not paid. */
export async function writeOrder(scene: Scene, planned: PlannedOrder): Promise<Written | null> {
  const { rows, stripe } = scene;
  const { priced, placedAt, random, outcome, buyer } = planned;
  const orderId = newOrderId();
  const order = describeOrder(scene, planned, orderId);
  const isPaid = outcome !== "unpaid" && outcome !== "expired";
  const paidAt = addMs(placedAt, random.whole(25, 160) * second);
  const params = attemptParams(
    {
      ...order,
      orderId,
      shopId: scene.shopId,
      lines: priced.lines,
      snapshot: { ...order, lines: priced.lines, posts: order.selectedPosts, acceptance: null },
    },
    1,
    placedAt,
    scene.origin,
  );
  const session = stripe.openSession(params, placedAt, isPaid ? paidAt : null);
  if (outcome === "expired") stripe.expire(session.id);
  const attemptId = newId();
  rows.attempts.push({
    id: attemptId,
    orderId,
    number: 1,
    params,
    status: isPaid ? "paid" : outcome === "expired" ? "expired" : "open",
    stripeSessionId: session.id,
    paymentIntentId: session.intentId,
    url: outcome === "unpaid" ? `${stripe.origin}/checkout/${session.id}` : null,
    amountCents: priced.totalCents,
    currency: "usd",
    expiresAt: addMs(placedAt, sessionLifetimeMs),
    createdAt: placedAt,
    paidAt: isPaid ? paidAt : null,
  });
  rows.lines.push(...priced.lines.map((line, position) => ({ ...line, id: newId(), orderId, position })));
  rows.events.push({ orderId, type: "order.created", to: "pending", createdAt: placedAt });
  const endedAt = endOf(planned, paidAt, scene.now);
  const common = {
    ...order,
    priceTotalCents: priced.totalCents,
    createdAt: placedAt,
    acceptance: undefined,
    lines: undefined,
  };

  if (!isPaid) {
    const expiredAt = addMs(placedAt, sessionLifetimeMs);
    if (outcome === "expired")
      rows.events.push({
        orderId,
        type: "order.expired",
        from: "pending",
        to: "expired",
        createdAt: expiredAt,
      });
    rows.orders.push({
      ...common,
      status: outcome === "expired" ? "expired" : "pending",
      updatedAt: outcome === "expired" ? expiredAt : placedAt,
    });
    return null;
  }

  const { charge } = session;
  if (!charge) throw new Error("a paid session has a charge");
  const money = { orderId, amountCents: priced.totalCents, currency: "usd" };
  postAt(rows, paymentMovement({ ...money, attemptId, role: "paid" }), paidAt);
  postAt(rows, feeMovement({ ...money, attemptId, feeCents: chargeFee(priced.totalCents) }), paidAt);
  rows.events.push({
    orderId,
    type: "order.paid",
    from: "pending",
    to: "processing",
    data: { amountCents: priced.totalCents },
    createdAt: paidAt,
  });
  rows.cards.push({
    chargeId: charge.id,
    orderId,
    fingerprint: charge.payment_method_details.card?.fingerprint ?? "",
    isDeclined: false,
    createdAt: paidAt,
  });
  addMail(scene, { kind: "order-confirmed", orderId, recipient: buyer.email, at: paidAt });

  const writing = { scene, planned, orderId, paidAt, endedAt };
  const items = await writeItems(writing, order);
  const delivered = items.reduce((sum, item) => sum + item.delivered, 0);
  rows.summaries.push({
    orderId,
    deliveryProgress:
      outcome === "completed" ? 100 : Math.min(99, Math.floor((delivered * 100) / priced.quantity)),
    delivered,
    remains: priced.quantity - delivered,
    lastCheckedAt: endedAt ?? addMs(scene.now, -minute),
  });
  const status = outcome === "delivering" ? "processing" : outcome;
  if (endedAt) {
    rows.events.push({ orderId, type: "order.closed", from: "processing", to: status, createdAt: endedAt });
    if (outcome === "completed") {
      addMail(scene, { kind: "delivery-completed", orderId, recipient: buyer.email, at: endedAt });
    }
  }
  const refundedCents = writeRefunds(writing, { attemptId, charge, delivered });
  const returned = { isDisputed: false, paidCents: priced.totalCents, returnedCents: refundedCents };
  rows.orders.push({
    ...common,
    status,
    paymentStatus: paymentStatusOf(returned),
    paidCents: priced.totalCents,
    refundedCents,
    providerOrderId: items.find(({ number }) => number)?.number ?? null,
    paidAt,
    lastCardAt: paidAt,
    finishedAt: endedAt,
    updatedAt: endedAt ?? paidAt,
  });
  if (planned.twist === "second_payment") writeSecondPayment(writing, params);
  return { planned, orderId, attemptId, charge };
}

function describeOrder(scene: Scene, planned: PlannedOrder, id: string) {
  const { buyer, platform, service, surface, packageId, priced, username, random } = planned;
  const soldAs = soldAsNow(platform, service);
  if (!soldAs) throw new Error(`the catalogue has no ${platform} ${service}`);
  const userId = buyer.hasAccount ? (scene.userIds.get(buyer.email) ?? null) : null;
  return {
    id,
    token: newToken(),
    userId,
    email: buyer.email,
    platform,
    serviceType: service,
    ...soldAs,
    parts: [],
    surface,
    packageId,
    quantity: priced.quantity,
    currency: "usd",
    username,
    profile: {
      fullName: buyer.name,
      biography: "",
      pictureUrl: null,
      isVerified: false,
      followersCount: random.whole(40, 9000),
      accountId: null,
    },
    postUrl: profileUrl(getPlatform(platform), username),
    selectedPosts: choosePosts(planned),
    network: `198.51.100.${random.whole(1, 254)}`,
    guestKeyHash: userId ? null : sha256(newToken()),
  };
}

/** Likes and views go to one to three posts, in equal parts. */
function choosePosts({ service, platform, priced, username, random }: PlannedOrder): ChosenPost[] {
  if (service === "followers") return [];
  const count = random.whole(1, 3);
  const part = Math.floor(priced.quantity / count);
  return Array.from({ length: count }, (_, place) => {
    const postId =
      String(random.whole(10_000_000, 99_999_999)) + String(random.whole(10_000_000, 99_999_999));
    const path = platform === "instagram" ? `p/${postId}/` : `@${username}/video/${postId}`;
    return {
      postId,
      kind: service === "views" ? "reel" : "post",
      postUrl: `https://www.${platform}.com/${path}`,
      imageUrl: null,
      caption: "",
      quantity: place === 0 ? priced.quantity - part * (count - 1) : part,
    };
  });
}

/** When an order ended, in the past; null for one that does not end yet. */
function endOf({ outcome, random }: PlannedOrder, paidAt: Date, now: Date): Date | null {
  if (outcome === "delivering" || outcome === "unpaid" || outcome === "expired") return null;
  const usual = random.between(50 * minute, 30 * hour);
  return addMs(paidAt, Math.min(usual, (now.getTime() - paidAt.getTime()) * random.between(0.5, 0.95)));
}
