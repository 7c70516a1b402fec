import { z } from "zod";
import { reasonSchema } from "@/lib/base/audit/reason-schema";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import type { FulfillmentItem, Order, Prisma, Refund } from "@/lib/base/db/generated/client";
import { isItemFinal, statesIn } from "@/lib/base/db/item-status";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { formatCents } from "@/lib/base/money";
import { dollarsSchema } from "@/lib/base/text/form-fields";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { markDecided } from "@/lib/delivery/operator/mark-decided";
import { centsOf, paidOfUndelivered } from "@/lib/orders/order/order-money";
import { undeliveredPrice } from "@/lib/orders/order/order-parts";
import { isBounced } from "@/lib/orders/order/refund-status";
import { dropUnsent } from "./cap-refunds";
import { needsSecondAdmin } from "./refund-limits";
import type { RefundReason } from "./refund-reasons";
import { type RequestedRefund, refundableCents, requestRefund, requireMayRefund } from "./request-refund";
import { stopIfRefunded } from "./stop-refunded";

type RefundKind = "full" | "part" | "undelivered";

export type RefundOrderInput = AuditContext & {
  orderId: string;
  /** full: all that is left, and nothing more is delivered. part: `amountCents`. undelivered: what did not arrive. */
  kind: RefundKind;
  amountCents?: number;
  /** Generated with the form, so that it makes one refund however often it is sent. */
  intent: string;
};

export const refundReasons = {
  full: "refund_in_full",
  part: "refund_in_part",
  undelivered: "undelivered",
} as const satisfies Record<RefundKind, RefundReason>;

const amountMissing = "Enter an amount such as 4.50.";

/** An amount in dollars that an administrator types, as cents. */
export const refundAmountSchema = dollarsSchema(amountMissing).pipe(z.int().min(1, amountMissing));

const common = { orderId: z.uuid(), intent: z.uuid(), reason: reasonSchema };

/** The admin form of a refund, for `refundOrder`. */
export const refundSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("full"), ...common }),
  z.object({ kind: z.literal("undelivered"), ...common }),
  z.object({
    kind: z.literal("part"),
    ...common,
    amount: refundAmountSchema,
  }),
]);

/**
 * Refunds an order for an administrator: never more than is left of its payment, and once per intent. `full` and
 * `undelivered` cancel unsent items (the latter no replacement, which redelivers what had arrived); `full` drops held
 * refunds. Above the administrator's ceiling the refund is held, and a full one cancels and drops nothing yet. Errors: not_found; invalid_input (the amount of a part); idempotency_conflict (the intent
 * belongs to another refund); forbidden (the role does not include refunds); conflict (its refund was dropped or failed,
 * nothing paid or left, other refunds wait, disputed, still in progress, a lost call is being repeated, in quarantine).
 */
export async function refundOrder(db: Database, input: RefundOrderInput): Promise<RequestedRefund> {
  const { orderId, kind, intent, actor } = input;
  return db.$transaction(async (tx) => {
    await lockOrderAndItems(tx, orderId);
    const known = await tx.refund.findUnique({ where: { orderId_intent: { orderId, intent } } });
    if (known) return repeated(known, input);
    const order = await tx.order.findUnique({ where: { id: orderId }, include: withPayment });
    if (!order) throw notFound("There is no such order.");
    const [attempt] = order.attempts;
    if (!attempt) throw conflict("Nothing was paid for this order, so there is nothing to refund.");
    await requireMayRefund(tx, { order, attempt });
    const held = attempt.refunds.filter(({ status }) => status === "held");
    const heldCents = centsOf(held);
    // A full refund drops the held ones, so it pays their amounts too; requestRefund asks for the other kinds.
    const leftCents = (await refundableCents(tx, attempt.id)) + (kind === "full" ? heldCents : 0);
    const refunders = actor.id === null ? [] : [actor.id];
    const isHeld = kind === "full" ? await needsSecondAdmin(tx, refunders, leftCents) : undefined;
    if (heldCents > 0 && (isHeld || leftCents <= 0))
      throw conflict("Refunds of this order wait for a decision. Release or drop them first.");
    if (leftCents <= 0) throw conflict("This payment has already been refunded in full.");
    // If its refund is held and dropped, the shop owes what this cancels.
    if (kind === "undelivered") await markDecided(tx, { orderId, state: { in: statesIn("unsent") } }, actor);
    if (kind !== "part" && !isHeld)
      await cancelUnsent(tx, orderId, {
        reason: "refunded",
        alsoUnknown: kind === "full",
        keepsReplacements: kind === "undelivered",
      });
    if (kind === "full" && !isHeld) for (const refund of held) await dropUnsent(tx, refund, "full_refund");
    const refund = await requestRefund(tx, {
      orderId,
      attemptId: attempt.id,
      amountCents: await amountOf(tx, input, order, leftCents),
      reason: refundReasons[kind],
      intent,
      requestedById: actor.id,
      note: input.reason,
      isHeld,
    });
    await stopIfRefunded(tx, orderId, { isOperator: true });
    await recordAudit(tx, input, "refund.requested", ["order", orderId], { after: { kind, ...refund } });
    return refund;
  });
}

function repeated(known: Refund, { kind, amountCents }: RefundOrderInput): RequestedRefund {
  const isSame =
    known.reason === refundReasons[kind] && (kind !== "part" || known.amountCents === amountCents);
  if (!isSame) {
    throw new AppError("idempotency_conflict", {
      userMessage:
        "Another refund of this order was requested with this intent. Look at its refunds; for one more, reload the page or name another intent.",
    });
  }
  return asBefore(known);
}

/** The answer to a repeated form. Throws conflict when no money goes back by its refund any more. */
export function asBefore({ id, amountCents, status }: Refund): RequestedRefund {
  if (status === "dropped")
    throw conflict(
      "This refund was dropped meanwhile, so nothing goes back to the card for it. Reload the page to see the order's refunds.",
    );
  if (status === "failed")
    throw conflict("This refund did not reach the card. Reload the page to send it again from there.");
  return { refundId: id, amountCents, isHeld: status === "held" };
}

const withPayment = {
  attempts: { where: { status: "paid" }, include: { refunds: true } },
} satisfies Prisma.OrderInclude;
type PaidOrder = Prisma.OrderGetPayload<{ include: typeof withPayment }>;

async function amountOf(
  tx: Tx,
  { kind, amountCents = 0 }: RefundOrderInput,
  order: PaidOrder,
  leftCents: number,
): Promise<number> {
  if (kind === "full") return leftCents;
  if (kind === "undelivered") return Math.min(leftCents, await owedCents(tx, order));
  if (!Number.isSafeInteger(amountCents) || amountCents < 1) {
    throw new AppError("invalid_input", { userMessage: "Enter an amount of at least $0.01." });
  }
  if (amountCents > leftCents) throw conflict(`Only ${formatCents(leftCents)} is left of this payment.`);
  return amountCents;
}

/**
 * The amount owed for undelivered units. Throws conflict while something may still arrive, and where nothing is owed.
 */
async function owedCents(tx: Tx, { id: orderId, attempts, ...order }: PaidOrder): Promise<number> {
  const refunds = attempts.flatMap((attempt) => attempt.refunds);
  const items = await tx.fulfillmentItem.findMany({ where: { orderId } });
  const owed = owedForUndelivered(order, items, refunds);
  if (owed.isOpen) {
    throw conflict(
      "Some of this order's items are still at their supplier. Wait until they have ended, or refund an amount.",
    );
  }
  if (owed.isHeld) throw conflict("The refund of what was not delivered is held. Release or drop it.");
  if (owed.owedCents > 0) return owed.owedCents;
  if (refunds.some((refund) => isBounced(refund, refunds)))
    throw conflict(
      "A refund for this did not reach the card. Send it again, or mark it as paid another way.",
    );
  throw conflict("Everything in this order has already been delivered or refunded.");
}

/**
 * The amount of a payment that is owed for undelivered units, less what lost disputes and its refunds have paid.
 * `isOpen` while one of the order's own items may still deliver; `isHeld` while a refund of such units waits for a
 * decision: then none is made. Pure.
 */
export function owedForUndelivered(
  order: Pick<Order, "paidCents" | "bankReturnedCents" | "quantity" | "parts">,
  items: FulfillmentItem[],
  refunds: Refund[],
): { owedCents: number; isOpen: boolean; isHeld: boolean } {
  return {
    owedCents: undeliveredPrice(order, items) - paidOfUndelivered(order, refunds),
    isOpen: items.some(({ state, replacesItemId }) => !replacesItemId && !isItemFinal(state)),
    isHeld: refunds.some(({ reason, status }) => reason === "undelivered" && status === "held"),
  };
}
