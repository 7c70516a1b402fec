"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import type { SignedInUser } from "@/app/_server/session";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { getEnv, isLive } from "@/lib/base/env/env";
import { saveTelegram, testTelegram } from "@/lib/mail/alerts/telegram-bot";
import type { SettingsForm } from "@/lib/shop/settings/declared-settings";
import { type SettingsChange, saveLogo, saveSettings } from "@/lib/shop/settings/save-settings";
import { salesFormSchema, settingsFormSchema, telegramFormSchema } from "@/lib/shop/settings/settings-forms";
import { loadSettings } from "@/lib/shop/settings/site-settings";

/** Splits a settings form into change and reason. */
const asChange = (schema: z.ZodType<SettingsChange>) =>
  schema.and(withReason).transform(({ reason, ...change }) => ({ reason, change }));

type Saved = { reason: string; change: SettingsChange };

async function save({ reason, change }: Saved, actor: SignedInUser): Promise<string> {
  const changed = await saveSettings(getDb(), { change, actor, reason });
  return changed.length > 0 ? "Saved. It applies from now on." : "Nothing has changed.";
}

const formOf = (form: SettingsForm) => asChange(settingsFormSchema(form, { isLive: isLive() }));
const saving = (form: SettingsForm) => adminAction("settings.change", formOf(form), save);
const savingFresh = (form: SettingsForm) => freshAdminAction("settings.change", formOf(form), save);

export const saveTextsAction = saving("texts");
export const saveAccentsAction = saving("accents");
export const saveBeforePayingAction = saving("beforePaying");
export const saveAddressesAction = savingFresh("addresses");
export const saveRefundLimitsAction = savingFresh("refundLimits");
export const saveRefundCeilingsAction = savingFresh("refundCeilings");
export const saveDeliveryAction = savingFresh("delivery");
export const saveReplacementsAction = savingFresh("replacements");
export const saveSalesAction = freshAdminAction("settings.change", asChange(salesFormSchema), save);

const logoSchema = withReason.extend({ logo: z.instanceof(File, { error: "Choose a picture." }) });

export const saveLogoAction = adminAction("settings.change", logoSchema, async ({ reason, logo }, actor) => {
  await saveLogo(getDb(), Buffer.from(await logo.arrayBuffer()), { actor, reason });
  return "The logo is shown on every page.";
});

export const removeLogoAction = adminAction("settings.change", withReason, ({ reason }, actor) =>
  save({ reason, change: { logo: "" } }, actor),
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
