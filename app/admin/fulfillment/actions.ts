"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import { supplierDeps } from "@/app/_server/runtime";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { plural } from "@/lib/base/text/plural";
import { databaseNow } from "@/lib/base/time/clock";
import { type CancelAnswer, cancelAtSupplier } from "@/lib/delivery/cancel/cancel-at-supplier";
import { attachInput, attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { itemInput } from "@/lib/delivery/operator/change-item";
import { completeInput, completeManually, startManually } from "@/lib/delivery/operator/deliver-manually";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { decideRefill, decideRefillSchema } from "@/lib/delivery/refills/decide-refill";
import { requestRefill } from "@/lib/delivery/refills/request-refill";

const itemSchema = withReason.extend(itemInput.shape);
const attachSchema = withReason.extend(attachInput.shape);
const completeSchema = withReason.extend(completeInput.shape);
const refillSchema = itemSchema.extend({ orderId: z.uuid() });

/** Attaches the supplier's order number to an item whose outcome was unknown. */
export const attachProviderOrderAction = freshAdminAction(
  "fulfillment.change",
  attachSchema,
  async (input, actor) => {
    await attachProviderOrder(supplierDeps(), { ...input, actor });
    return "Attached. Its progress is tracked from now on.";
  },
);

/** Sends an item again. This may buy it twice, so it needs a recent re-authentication. */
export const resubmitItemAction = freshAdminAction("fulfillment.change", itemSchema, async (input, actor) => {
  await resubmitItem(getDb(), { ...input, actor });
  return "The item will be sent again.";
});

export const cancelItemAction = freshAdminAction("fulfillment.change", itemSchema, async (input, actor) => {
  await cancelItem(getDb(), { ...input, actor });
  return "Cancelled.";
});

export const cancelAtSupplierAction = freshAdminAction(
  "fulfillment.change",
  itemSchema,
  async (input, actor) => {
    return cancelMessage(await cancelAtSupplier(supplierDeps(), { ...input, actor }));
  },
);

function cancelMessage({ outcome, detail }: CancelAnswer): string {
  if (outcome === "accepted") return "Requested. The supplier's next status decides what happens.";
  const words = detail ? `: ${detail}` : "";
  return outcome === "rejected"
    ? `The supplier refused${words}.`
    : `The answer was unclear${words}. Try again.`;
}

export const startManuallyAction = freshAdminAction(
  "fulfillment.change",
  itemSchema,
  async (input, actor) => {
    await startManually(getDb(), { ...input, actor });
    return "Started. The buyer can see it.";
  },
);

export const completeManuallyAction = freshAdminAction(
  "fulfillment.change",
  completeSchema,
  async (input, actor) => {
    await completeManually(getDb(), { ...input, actor });
    return `Completed with ${plural(input.deliveredUnits, "unit")}.`;
  },
);

export const requestRefillAction = adminAction("fulfillment.change", refillSchema, async (input, actor) => {
  await requestRefill(getDb(), { ...input, actor, now: databaseNow() });
  return "Requested. The supplier's answer will show here.";
});

/** Decides a refill whose answer was lost, or that its supplier did not finish in time. */
export const decideRefillAction = freshAdminAction(
  "fulfillment.change",
  decideRefillSchema,
  async (input, actor) => {
    await decideRefill(getDb(), { ...input, actor });
    return "Saved.";
  },
);
