"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import type { SignedInUser } from "@/app/_server/session";
import { saveTelegram, testTelegram } from "@/lib/alerts/telegram-bot";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { getDb } from "@/lib/db/client";
import { getEnv, isLive } from "@/lib/env";
import { type SettingsChange, saveLogo, saveSettings } from "@/lib/settings/save-settings";
import {
  accentFormSchema,
  addressesFormSchema,
  beforePayingFormSchema,
  deliveryFormSchema,
  refundCeilingsFormSchema,
  refundLimitsFormSchema,
  replacementsFormSchema,
  salesFormSchema,
  telegramFormSchema,
  textsFormSchema,
} from "@/lib/settings/schema";
import { loadSettings } from "@/lib/settings/site-settings";

const withReason = z.object({ reason: reasonSchema });

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

export const saveTextsAction = adminAction(
  "settings.change",
  asChange(textsFormSchema({ isLive: isLive() })),
  save,
);
export const saveAccentsAction = adminAction("settings.change", asChange(accentFormSchema), save);
export const saveAddressesAction = freshAdminAction("settings.change", asChange(addressesFormSchema), save);
export const saveRefundLimitsAction = freshAdminAction(
  "settings.change",
  asChange(refundLimitsFormSchema),
  save,
);
export const saveDeliveryAction = freshAdminAction("settings.change", asChange(deliveryFormSchema), save);
export const saveRefundCeilingsAction = freshAdminAction(
  "settings.change",
  asChange(refundCeilingsFormSchema),
  save,
);
export const saveBeforePayingAction = adminAction("settings.change", asChange(beforePayingFormSchema), save);

const logoSchema = withReason.extend({ logo: z.instanceof(File, { error: "Choose a picture." }) });

export const saveLogoAction = adminAction("settings.change", logoSchema, async ({ reason, logo }, actor) => {
  await saveLogo(getDb(), Buffer.from(await logo.arrayBuffer()), { actor, reason });
  return "The logo is shown on every page.";
});

export const removeLogoAction = adminAction("settings.change", withReason, ({ reason }, actor) =>
  save({ reason, change: { logo: "" } }, actor),
);
export const saveSalesAction = freshAdminAction("settings.change", asChange(salesFormSchema), save);
export const saveReplacementsAction = freshAdminAction(
  "settings.change",
  asChange(replacementsFormSchema),
  save,
);

/** Saves the bot of alerts; its token is sealed and never shown again. */
export const saveTelegramAction = freshAdminAction(
  "settings.change",
  telegramFormSchema.and(withReason),
  async (input, actor) => {
    const isChanged = await saveTelegram(getDb(), getEnv().SHOP_SECRET, { ...input, actor });
    return isChanged ? "Saved. New alerts go there too from now on." : "Nothing has changed.";
  },
);

export const testTelegramAction = adminAction("settings.change", z.object({}), async (_input, actor) => {
  const env = getEnv();
  const { shopName } = await loadSettings(getDb());
  await testTelegram(getDb(), env, { shopName: shopName || env.SHOP_NAME, actor });
  return "Sent. Check the chat.";
});
