import type Stripe from "stripe";
import { z } from "zod";
import type { SettleDeps } from "@/lib/checkout/settle-payment";
import { recordRefund } from "@/lib/payments/record-refund";
import { isMissing, toAppError } from "@/lib/payments/stripe-client";

const refundSchema = z.object({
  object: z.literal("refund"),
  id: z.string(),
  metadata: z.object({ refund_id: z.uuid() }),
});

/**
 * refund.updated and refund.failed: the bank has taken a refund, or sent it back. As with sessions the event only
 * says which one; Stripe is asked how it stands now.
 */
export async function onRefundChanged(deps: SettleDeps, event: Stripe.Event): Promise<string> {
  const parsed = refundSchema.safeParse(event.data.object);
  if (!parsed.success) return "Not a refund of this shop.";
  try {
    const refund = await deps.stripe.refunds.retrieve(parsed.data.id);
    await recordRefund(deps.db, parsed.data.metadata.refund_id, refund);
    return `The refund is ${refund.status}.`;
  } catch (error) {
    if (isMissing(error)) return "Stripe does not know the refund any more.";
    throw toAppError(error);
  }
}
