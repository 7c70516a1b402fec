"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { runMoneyAction } from "@/app/_server/run-money-action";
import { supplierOptions } from "@/app/_server/supplier-options";
import type { DeskResult } from "@/components/admin/action-form";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { attachProviderOrder } from "@/lib/fulfillment/attach-provider-order";
import { type CancelAnswer, cancelAtSupplier } from "@/lib/fulfillment/cancel-at-supplier";
import { cancelItem } from "@/lib/fulfillment/cancel-item";
import { completeByHand } from "@/lib/fulfillment/complete-by-hand";
import { requestRefill } from "@/lib/fulfillment/request-refill";
import { resubmitItem } from "@/lib/fulfillment/resubmit-item";
import { settleRefillSchema } from "@/lib/fulfillment/schema";
import { settleRefill } from "@/lib/fulfillment/settle-refill";
import { startByHand } from "@/lib/fulfillment/start-by-hand";

type Previous = DeskResult | null;

const itemSchema = z.object({ itemId: z.uuid(), reason: reasonSchema });
const attachSchema = itemSchema.extend({ providerOrderId: z.string().trim().max(40) });
const unitsSchema = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, "Enter how many units were delivered.");
const completeSchema = itemSchema.extend({ deliveredUnits: unitsSchema.transform(Number) });
const refillSchema = itemSchema.extend({ orderId: z.uuid() });

/** The supplier did take an item whose outcome was unknown, under this number. */
export async function attachProviderOrderAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runAction("admin", attachSchema, form, async (input, { user: actor }) => {
    await attachProviderOrder({ db: getDb(), provider: supplierOptions() }, { ...input, actor });
    return { message: "Attached. Its progress is followed from now on." };
  });
  if (result.ok) refresh();
  return result;
}

/** Sends an item again: it may be bought a second time, so this is money. */
export async function resubmitItemAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runMoneyAction(itemSchema, form, async (input, { user: actor }) => {
    await resubmitItem(getDb(), { ...input, actor });
    return { message: "It is sent again." };
  });
  if (result.ok) refresh();
  return result;
}

export async function cancelItemAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runAction("admin", itemSchema, form, async (input, { user: actor }) => {
    await cancelItem(getDb(), { ...input, actor });
    return { message: "Canceled." };
  });
  if (result.ok) refresh();
  return result;
}

export async function cancelAtSupplierAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runAction("admin", itemSchema, form, async (input, { user: actor }) => {
    const deps = { db: getDb(), provider: supplierOptions() };
    return { message: cancelSentence(await cancelAtSupplier(deps, { ...input, actor })) };
  });
  if (result.ok) refresh();
  return result;
}

function cancelSentence({ outcome, detail }: CancelAnswer): string {
  if (outcome === "asked") return "Asked. What its supplier says next decides.";
  const words = detail ? `: ${detail}` : "";
  return outcome === "refused"
    ? `The supplier refuses${words}.`
    : `The answer is not clear${words}. Ask again.`;
}

export async function startByHandAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runAction("admin", itemSchema, form, async (input, { user: actor }) => {
    await startByHand(getDb(), { ...input, actor });
    return { message: "Begun. The buyer sees it." };
  });
  if (result.ok) refresh();
  return result;
}

export async function completeByHandAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runAction("admin", completeSchema, form, async (input, { user: actor }) => {
    await completeByHand(getDb(), { ...input, actor });
    return { message: `Ended with ${input.deliveredUnits.toLocaleString("en-US")} units.` };
  });
  if (result.ok) refresh();
  return result;
}

export async function requestRefillAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runAction("admin", refillSchema, form, async (input, { user: actor }) => {
    const { reason, ...item } = input;
    const requester = { kind: "administrator", actor, reason } as const;
    await requestRefill(getDb(), { ...item, requester, now: databaseNow() });
    return { message: "Asked for. The supplier's answer shows here." };
  });
  if (result.ok) refresh();
  return result;
}

/** What became of a refill whose answer got lost. */
export async function settleRefillAction(_previous: Previous, form: FormData): Promise<DeskResult> {
  const result = await runAction("admin", settleRefillSchema, form, async (input, { user: actor }) => {
    await settleRefill(getDb(), { ...input, actor });
    return { message: "Settled." };
  });
  if (result.ok) refresh();
  return result;
}
