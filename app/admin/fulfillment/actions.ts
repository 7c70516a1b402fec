"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { runMoneyAction } from "@/app/_server/run-money-action";
import { supplierOptions } from "@/app/_server/runtime";
import type { AdminResult } from "@/components/admin/action-form";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { type CancelAnswer, cancelAtSupplier } from "@/lib/delivery/operator/cancel-at-supplier";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { completeManually } from "@/lib/delivery/operator/complete-manually";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { startManually } from "@/lib/delivery/operator/start-manually";
import { decideRefill, decideRefillSchema } from "@/lib/refills/decide-refill";
import { requestRefill } from "@/lib/refills/request-refill";

type Previous = AdminResult | null;

const itemSchema = z.object({ itemId: z.uuid(), reason: reasonSchema });
const attachSchema = itemSchema.extend({ providerOrderId: z.string().trim().max(40) });
const unitsSchema = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, "Enter how many units were delivered.");
const completeSchema = itemSchema.extend({ deliveredUnits: unitsSchema.transform(Number) });
const refillSchema = itemSchema.extend({ orderId: z.uuid() });

/** The supplier did take an item whose outcome was unknown, under this number. */
export async function attachProviderOrderAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", attachSchema, form, async (input, { user: actor }) => {
    await attachProviderOrder({ db: getDb(), provider: supplierOptions() }, { ...input, actor });
    return { message: "Attached. Its progress is followed from now on." };
  });
  if (result.ok) refresh();
  return result;
}

/** Sends an item again: it may be bought a second time, so this is money. */
export async function resubmitItemAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(itemSchema, form, async (input, { user: actor }) => {
    await resubmitItem(getDb(), { ...input, actor });
    return { message: "It is sent again." };
  });
  if (result.ok) refresh();
  return result;
}

export async function cancelItemAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", itemSchema, form, async (input, { user: actor }) => {
    await cancelItem(getDb(), { ...input, actor });
    return { message: "Canceled." };
  });
  if (result.ok) refresh();
  return result;
}

export async function cancelAtSupplierAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", itemSchema, form, async (input, { user: actor }) => {
    const deps = { db: getDb(), provider: supplierOptions() };
    return { message: cancelMessage(await cancelAtSupplier(deps, { ...input, actor })) };
  });
  if (result.ok) refresh();
  return result;
}

function cancelMessage({ outcome, detail }: CancelAnswer): string {
  if (outcome === "asked") return "Asked. What its supplier says next decides.";
  const words = detail ? `: ${detail}` : "";
  return outcome === "refused"
    ? `The supplier refuses${words}.`
    : `The answer is not clear${words}. Ask again.`;
}

export async function startManuallyAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", itemSchema, form, async (input, { user: actor }) => {
    await startManually(getDb(), { ...input, actor });
    return { message: "Begun. The buyer sees it." };
  });
  if (result.ok) refresh();
  return result;
}

export async function completeManuallyAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", completeSchema, form, async (input, { user: actor }) => {
    await completeManually(getDb(), { ...input, actor });
    return { message: `Ended with ${input.deliveredUnits.toLocaleString("en-US")} units.` };
  });
  if (result.ok) refresh();
  return result;
}

export async function requestRefillAction(_previous: Previous, form: FormData): Promise<AdminResult> {
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
export async function decideRefillAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", decideRefillSchema, form, async (input, { user: actor }) => {
    await decideRefill(getDb(), { ...input, actor });
    return { message: "Settled." };
  });
  if (result.ok) refresh();
  return result;
}
