"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { runMoneyAction } from "@/app/_server/run-money-action";
import type { AdminResult } from "@/components/admin/action-form";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { getDb } from "@/lib/db/client";
import { blockOrder, unblockOrder } from "@/lib/delivery/operator/block-order";
import { formatCents } from "@/lib/money";
import { clearFlag } from "@/lib/orders/flag-order";
import { dropRefund, releaseRefund } from "@/lib/refunds/decide-held-refund";
import { refundOrder } from "@/lib/refunds/refund-order";
import { retryRefund } from "@/lib/refunds/retry-refund";
import { refundSchema } from "@/lib/refunds/schema";

type Previous = AdminResult | null;

const orderSchema = z.object({ orderId: z.uuid(), reason: reasonSchema });
const ofRefundSchema = z.object({ refundId: z.uuid(), reason: reasonSchema });

/** Money of an order goes back to the card: all that is left, an amount, or what was not delivered. */
export async function refundOrderAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(refundSchema, form, async (input, { user: actor }) => {
    const { amountCents } = await refundOrder(getDb(), {
      ...input,
      ...(input.kind === "part" && { amountCents: input.amount }),
      actor,
    });
    return { message: `${formatCents(amountCents)} go back to the card.` };
  });
  if (result.ok) refresh();
  return result;
}

export async function releaseRefundAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(ofRefundSchema, form, async (input, { user: actor }) => {
    await releaseRefund(getDb(), { ...input, actor });
    return { message: "Released. The refund is on its way." };
  });
  if (result.ok) refresh();
  return result;
}

/** A refund that failed is sent again. */
export async function retryRefundAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(ofRefundSchema, form, async (input, { user: actor }) => {
    await retryRefund(getDb(), { ...input, actor });
    return { message: "The refund is sent again." };
  });
  if (result.ok) refresh();
  return result;
}

export async function dropRefundAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", ofRefundSchema, form, async (input, { user: actor }) => {
    await dropRefund(getDb(), { ...input, actor });
    return { message: "Dropped. Nothing goes back for it." };
  });
  if (result.ok) refresh();
  return result;
}

export async function blockOrderAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", orderSchema, form, async (input, { user: actor }) => {
    await blockOrder(getDb(), { ...input, actor });
    return { message: "Blocked. Nothing more of this order is sent." };
  });
  if (result.ok) refresh();
  return result;
}

export async function unblockOrderAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", orderSchema, form, async (input, { user: actor }) => {
    await unblockOrder(getDb(), { ...input, actor });
    return { message: "Unblocked. What is ready is sent at once." };
  });
  if (result.ok) refresh();
  return result;
}

export async function clearFlagAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", orderSchema, form, async (input, { user: actor }) => {
    await clearFlag(getDb(), { ...input, actor });
    return { message: "The flag is cleared." };
  });
  if (result.ok) refresh();
  return result;
}
