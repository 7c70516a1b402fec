import type Stripe from "stripe";
import { z } from "zod";
import type { Db, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { logOrder } from "@/lib/base/logger";
import { shortOrderId } from "@/lib/base/order-id";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { callStripe, idOf, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { blockDelivery } from "@/lib/orders/order/block-delivery";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { recordEvents } from "@/lib/orders/order/record-event";
import { isBlocked, isBlockedSql } from "@/lib/people/abuse/blocks";
import { hasTooManyDeclines } from "@/lib/people/abuse/velocity";

/** foreign: not a card's charge for an order of this shop. blocked: the card is on the block list. */
type RecordedCard = { kind: "foreign" | "recorded" | "blocked" } | { kind: "declined"; orderId: string };

/**
 * Records a card that was tried for an order, paid or declined, for the velocity rules. When a blocked card made the
 * order's payment, nothing unsent of the order is sent; it is flagged, with an alert, for an operator to refund or
 * unblock. A payment that is not settled yet is left to its settlement. After too many declines the order is flagged.
 * Idempotent.
 * Errors: not_found (Stripe does not know the charge), payment_unavailable, payment_misconfigured.
 */
export async function recordCard(deps: PaymentDeps, chargeId: string): Promise<RecordedCard> {
  const charge = await callStripe(deps.stripe.charges.retrieve(chargeId), "charge");
  const orderId = z.uuid().safeParse(charge.metadata.order_id).data;
  const fingerprint = fingerprintOf(charge);
  if (!orderId || !fingerprint) return { kind: "foreign" };
  logOrder(orderId);
  // Nothing is decided about most cards, so one statement counts them.
  const isHarmless = Prisma.sql`${charge.status !== "failed"} AND NOT ${isBlockedSql({ card: fingerprint })}`;
  if (await countCard(deps.db, orderId, charge, isHarmless)) return { kind: "recorded" };
  return deps.db.$transaction(async (tx) => {
    const isNew = await countCard(tx, orderId, charge);
    if (isNew && charge.status === "failed") await flagForDeclines(tx, orderId);
    if (!isNew || !(await paysOrder(tx, charge)) || !(await isBlocked(tx, { card: fingerprint })))
      return charge.status === "failed" ? { kind: "declined", orderId } : { kind: "recorded" };
    await blockForCard(tx, orderId);
    return { kind: "blocked" };
  });
}

async function flagForDeclines(tx: Tx, orderId: string): Promise<void> {
  if (await hasTooManyDeclines(tx, orderId)) await flagOrder(tx, orderId, "declined_cards");
}

/** True for the charge that paid its order: not a declined one, nor that of a payment that is refunded instead. */
async function paysOrder(tx: Db, { status, payment_intent }: Stripe.Charge): Promise<boolean> {
  const paymentIntentId = idOf(payment_intent);
  if (status === "failed" || !paymentIntentId) return false;
  return (await tx.paymentAttempt.findUnique({ where: { paymentIntentId } }))?.status === "paid";
}

type CardCharge = Pick<Stripe.Charge, "id" | "status" | "payment_method_details">;

/** Stripe's fingerprint of a charge's card; undefined for another method, and without a charge. Pure. */
export function fingerprintOf(charge: CardCharge | null): string | undefined {
  return charge?.payment_method_details?.card?.fingerprint ?? undefined;
}

/** Counts a charge's card once. The order is locked first, as the settlement does, so that the two never deadlock. */
async function countCard(
  tx: Db,
  orderId: string,
  charge: CardCharge,
  condition = Prisma.sql`true`,
): Promise<boolean> {
  const written = await tx.$executeRaw`
    WITH tried AS (
      INSERT INTO card_attempts (charge_id, order_id, fingerprint, is_declined)
      SELECT ${charge.id}, id, ${fingerprintOf(charge)}, ${charge.status === "failed"}
      FROM orders WHERE id = ${orderId}::uuid AND ${condition} FOR UPDATE
      ON CONFLICT (charge_id) DO NOTHING RETURNING order_id
    )
    UPDATE orders SET last_card_at = now() FROM tried WHERE orders.id = tried.order_id`;
  return written > 0;
}

/**
 * Holds back an order that a blocked card paid, in the transaction that settles it. The card is counted with it, so
 * that the charge's event, which comes later, does not undo an operator's decision about the order.
 */
export async function holdForCard(tx: Tx, orderId: string, charge: CardCharge): Promise<void> {
  await countCard(tx, orderId, charge);
  await blockForCard(tx, orderId);
}

async function blockForCard(tx: Db, orderId: string): Promise<void> {
  const isNew = await blockDelivery(tx, orderId, "blocked_card");
  if (isNew) await recordEvents(tx, [{ orderId, type: "delivery.blocked" }]);
  await flagOrder(tx, orderId, "blocked_card");
  const message = `Order #${shortOrderId(orderId)} was paid with a card on the block list, so nothing of it is sent. Refund it, or unblock it.`;
  await raiseAlert(tx, { key: `blocked_card:${orderId}`, kind: "blocked_card", message, orderId });
}
