"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { formatCents } from "@/lib/base/money";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { blockOrder, unblockOrder } from "@/lib/delivery/operator/block-order";
import { alertKeySchema } from "@/lib/mail/alerts/close-alert";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { refundOrder, refundSchema } from "@/lib/money/refunds/refund-order";
import type { RequestedRefund } from "@/lib/money/refunds/request-refund";
import { markPaidAnotherWay, retryRefund } from "@/lib/money/refunds/retry-refund";
import { clearFlag, clearOrderAlert } from "@/lib/orders/order/flag-order";

const orderSchema = withReason.extend({ orderId: z.uuid() });
const refundIdSchema = withReason.extend({ refundId: z.uuid() });

function refundMessage({ amountCents, isHeld }: RequestedRefund, sent: string): string {
  if (!isHeld) return sent;
  return `${formatCents(amountCents)} is more than you may refund alone. It waits in Needs me for a second administrator, and no money has moved yet.`;
}

/** Refunds an order: in full, by an amount, or what was not delivered. */
export const refundOrderAction = freshAdminAction("refunds.request", refundSchema, async (input, actor) => {
  const refund = await refundOrder(getDb(), {
    ...input,
    ...(input.kind === "part" && { amountCents: input.amount }),
    actor,
  });
  return refundMessage(refund, `${formatCents(refund.amountCents)} goes back to the card.`);
});

export const releaseRefundAction = freshAdminAction(
  "refunds.decide",
  refundIdSchema,
  async (input, actor) => {
    await releaseRefund(getDb(), { ...input, actor });
    return "Released. The refund is on its way.";
  },
);

export const retryRefundAction = freshAdminAction("refunds.request", refundIdSchema, async (input, actor) => {
  return refundMessage(await retryRefund(getDb(), { ...input, actor }), "The refund will be sent again.");
});

/** Marks that a failed refund's amount reached the customer in another way. */
export const markPaidAnotherWayAction = freshAdminAction(
  "refunds.request",
  refundIdSchema,
  async (input, actor) => {
    await markPaidAnotherWay(getDb(), { ...input, actor });
    return "Marked as paid another way. This refund is no longer owed.";
  },
);

export const dropRefundAction = freshAdminAction("refunds.decide", refundIdSchema, async (input, actor) => {
  await dropRefund(getDb(), { ...input, actor });
  return "Dropped. This refund is not sent.";
});

export const blockOrderAction = adminAction("orders.change", orderSchema, async (input, actor) => {
  await blockOrder(getDb(), { ...input, actor });
  return "Blocked. Nothing more of this order is sent.";
});

export const unblockOrderAction = freshAdminAction("orders.change", orderSchema, async (input, actor) => {
  await unblockOrder(getDb(), { ...input, actor });
  return "Unblocked. Everything ready is sent at once.";
});

export const clearFlagAction = adminAction(
  "orders.change",
  // Pages of the previous release don't send what they showed.
  orderSchema.extend({ flagReason: z.string().optional(), alertKeys: z.string().optional() }),
  async ({ flagReason, alertKeys, ...input }, actor) => {
    const isSaid = flagReason !== undefined && alertKeys !== undefined;
    const shown = isSaid ? { flagReason, alertKeys: alertKeys.split(" ") } : undefined;
    await clearFlag(getDb(), { ...input, shown, actor });
    return "The flag is cleared.";
  },
);

export const clearOrderAlertAction = adminAction(
  "orders.change",
  orderSchema.extend({ key: alertKeySchema }),
  async (input, actor) => {
    await clearOrderAlert(getDb(), { ...input, actor });
    return "Cleared. It comes back if the problem returns.";
  },
);
