"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import type { SignedInUser } from "@/app/_server/session";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { getEnv, isLive } from "@/lib/base/env/env";
import { databaseNow } from "@/lib/base/time/clock";
import { emailSchema } from "@/lib/mail/address/address";
import { saveTelegram, testTelegram } from "@/lib/mail/alerts/telegram-bot";
import { staffRoles } from "@/lib/people/auth/roles";
import { inviteAdmin, withdrawInvitation } from "@/lib/people/customers/invite-admin";
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

const formsOf = (...forms: SettingsForm[]) => settingsFormSchema(forms, { isLive: isLive() });
const saving = (schema: z.ZodType<SettingsChange>) =>
  freshAdminAction("settings.change", asChange(schema), save);

export const saveShopAction = saving(formsOf("addresses", "texts", "accents"));
export const saveSellingAction = saving(formsOf("beforePaying").and(salesFormSchema));
export const saveDeliveryAction = saving(formsOf("delivery", "replacements"));
export const saveRefundsAction = saving(formsOf("refundLimits", "refundCeilings"));

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

const inviteSchema = withReason.extend({
  email: emailSchema,
  role: z.enum(staffRoles, { error: "Select a role." }),
});

export const inviteAdminAction = freshAdminAction("roles.change", inviteSchema, async (input, actor) => {
  const deps = { db: getDb(), secret: getEnv().SHOP_SECRET, now: databaseNow() };
  await inviteAdmin(deps, { ...input, actor });
  return `Invited. ${input.email} will get a link by email.`;
});

const invitationSchema = withReason.extend({ invitationId: z.uuid() });

export const withdrawInvitationAction = freshAdminAction(
  "roles.change",
  invitationSchema,
  async (input, actor) => {
    await withdrawInvitation({ db: getDb(), now: databaseNow() }, { ...input, actor });
    return "Withdrawn. The link no longer works.";
  },
);
