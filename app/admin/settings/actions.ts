"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import type { SignedInUser } from "@/app/_server/session";
import { saveTelegram, testTelegram } from "@/lib/alerts/telegram-bot";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { type ClaimSwitches, claimNames } from "@/lib/content/claims";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { type SettingsChange, saveSettings } from "@/lib/settings/save-settings";
import {
  accentFormSchema,
  addressesFormSchema,
  claimsFormSchema,
  deliveryFormSchema,
  refundLimitsFormSchema,
  telegramFormSchema,
  textsFormSchema,
} from "@/lib/settings/schema";
import { loadSettings } from "@/lib/settings/site-settings";

const withReason = z.object({ reason: reasonSchema });

const claimsSchema = claimsFormSchema(claimNames)
  .and(withReason)
  .transform(({ reason, ...claims }) => ({ reason, change: { claims: claims as ClaimSwitches } }));

/** Splits a settings form into change and reason. */
const asChange = <Schema extends z.ZodType<SettingsChange>>(schema: Schema) =>
  z
    .intersection(schema, withReason)
    .transform(({ reason, ...change }) => ({ reason, change: change as SettingsChange }));

async function save(
  { reason, change }: { reason: string; change: SettingsChange },
  actor: SignedInUser,
): Promise<string> {
  const changed = await saveSettings(getDb(), { change, actor, reason });
  return changed.length > 0 ? "Saved. It applies from now on." : "Nothing has changed.";
}

export const saveClaimsAction = adminAction(claimsSchema, save);
export const saveTextsAction = adminAction(asChange(textsFormSchema), save);
export const saveAccentsAction = adminAction(asChange(accentFormSchema), save);
export const saveAddressesAction = freshAdminAction(asChange(addressesFormSchema), save);
export const saveRefundLimitsAction = freshAdminAction(asChange(refundLimitsFormSchema), save);
export const saveDeliveryAction = freshAdminAction(asChange(deliveryFormSchema), save);

/** Saves the bot of alerts; its token is sealed and never shown again. */
export const saveTelegramAction = freshAdminAction(
  telegramFormSchema.and(withReason),
  async (input, actor) => {
    const isChanged = await saveTelegram(getDb(), getEnv().SHOP_SECRET, { ...input, actor });
    return isChanged ? "Saved. Alerts that begin from now on go there too." : "Nothing has changed.";
  },
);

export const testTelegramAction = adminAction(z.object({}), async (_input, actor) => {
  const env = getEnv();
  const { shopName } = await loadSettings(getDb());
  await testTelegram(getDb(), env, { shopName: shopName || env.SHOP_NAME, actor });
  return "Sent. Look into the chat.";
});
