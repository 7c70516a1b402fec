import type { Db } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import { isItemFinal, isItemUnsent } from "@/lib/base/db/item-status";
import { owedForUndelivered } from "@/lib/money/refunds/refund-order";
import { refundableCents } from "@/lib/money/refunds/request-refund";

/** The cents that each kind of refund would return now; `refundOrder` computes them again under the order's lock. */
export type RefundPreview = {
  /** All that is left of the payment, held refunds included; null when nothing can be refunded. */
  fullCents: number | null;
  /** The most that a refund of a part may be. */
  partCents: number;
  /** The price of units neither delivered nor refunded; null while any of it is at a supplier, or nothing is owed. */
  undeliveredCents: number | null;
  /** Units that were not sent to a supplier and would be canceled, a replacement's included. */
  unsentUnits: number;
  /** The unsent units of the order's own items; a refund of undelivered units keeps a replacement's. */
  ownUnsentUnits: number;
  /** Units that a supplier has and may still deliver, a replacement's included. */
  openUnits: number;
  /** Why nothing can be refunded; null when something can. */
  obstacle: string | null;
};

type PreviewedOrder = Prisma.OrderGetPayload<{
  include: { attempts: true; refunds: true; items: true };
}>;

/** Computes what can be refunded of an order, for the refund's dialog. */
export async function previewRefunds(db: Db, order: PreviewedOrder): Promise<RefundPreview> {
  const paid = order.attempts.find((attempt) => attempt.status === "paid");
  const units = (items: PreviewedOrder["items"]) =>
    items.reduce((sum, item) => sum + (item.remains ?? item.quantity), 0);
  const unsent = order.items.filter(isItemUnsent);
  const sent = order.items.filter((item) => !isItemUnsent(item));
  const nothing = {
    fullCents: null,
    partCents: 0,
    undeliveredCents: null,
    unsentUnits: units(unsent),
    ownUnsentUnits: units(unsent.filter((item) => !item.replacesItemId)),
    openUnits: units(sent.filter((item) => !isItemFinal(item.state))),
  };
  if (!paid) return { ...nothing, obstacle: "Nothing was paid for this order." };
  if (order.paymentStatus === "disputed") {
    return { ...nothing, obstacle: "The payment is disputed, so Stripe can't refund it." };
  }
  const partCents = await refundableCents(db, paid.id);
  const refunds = order.refunds.filter(({ attemptId }) => attemptId === paid.id);
  const held = refunds.filter(({ status }) => status === "held");
  const heldCents = held.reduce((total, { amountCents }) => total + amountCents, 0);
  const fullCents = partCents + heldCents;
  if (fullCents <= 0) return { ...nothing, obstacle: "This payment has been refunded in full." };
  // The refund cancels what is unsent first.
  const { owedCents, isOpen, isHeld } = owedForUndelivered(order, sent, refunds);
  const owed = Math.min(partCents, owedCents);
  const isOwed = !isOpen && owed > 0 && order.items.length > 0 && !isHeld;
  return {
    ...nothing,
    fullCents,
    partCents: Math.max(0, partCents),
    undeliveredCents: isOwed ? owed : null,
    obstacle: null,
  };
}
