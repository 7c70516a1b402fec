"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { type ActionContext, runAction } from "@/app/_server/run-action";
import { runMoneyAction } from "@/app/_server/run-money-action";
import type { AdminResult } from "@/components/admin/action-form";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { type ClaimSwitches, claimNames } from "@/lib/content/claims";
import { getDb } from "@/lib/db/client";
import { type SettingsChange, saveSettings } from "@/lib/settings/save-settings";
import {
  addressesFormSchema,
  claimsFormSchema,
  deliveryFormSchema,
  refundLimitsFormSchema,
  textsFormSchema,
} from "@/lib/settings/schema";

type Previous = AdminResult | null;

const withReason = { reason: reasonSchema };

export async function saveClaimsAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const schema = z
    .intersection(claimsFormSchema(claimNames), z.object(withReason))
    .transform(({ reason, ...claims }) => ({ reason, change: { claims: claims as ClaimSwitches } }));
  return refreshed(await runAction("admin", schema, form, save));
}

export async function saveTextsAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  return refreshed(await runAction("admin", asChange(textsFormSchema), form, save));
}

export async function saveAddressesAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  return refreshed(await runMoneyAction(asChange(addressesFormSchema), form, save));
}

export async function saveRefundLimitsAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  return refreshed(await runMoneyAction(asChange(refundLimitsFormSchema), form, save));
}

export async function saveDeliveryAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  return refreshed(await runMoneyAction(asChange(deliveryFormSchema), form, save));
}

/** A group's form with the reason beside it. */
function asChange<Schema extends z.ZodType<SettingsChange>>(schema: Schema) {
  return z
    .intersection(schema, z.object(withReason))
    .transform(({ reason, ...change }) => ({ reason, change: change as SettingsChange }));
}

async function save(
  { reason, change }: { reason: string; change: SettingsChange },
  { user: actor }: ActionContext<"admin">,
): Promise<{ message: string }> {
  const changed = await saveSettings(getDb(), { change, actor, reason });
  return { message: changed.length > 0 ? "Saved. It holds from now on." : "Nothing was different." };
}

function refreshed(result: AdminResult): AdminResult {
  if (result.ok) refresh();
  return result;
}
