import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { loadSettings, type SettingName, type SiteSettings, settingSchemas } from "./site-settings";

/** These are changed one claim at a time (save-claim.ts). */
type ClaimSetting = "claims" | "claimEvidence" | "limitedOfferEndsAt";

/** A change of settings, strict where reading is lenient. Absent settings stay. */
export const settingsChangeSchema = z
  .object({
    socialProofSource: settingSchemas.socialProofSource.unwrap(),
    shopName: settingSchemas.shopName.unwrap(),
    accentLight: settingSchemas.accentLight.unwrap(),
    accentDark: settingSchemas.accentDark.unwrap(),
    supportEmail: settingSchemas.supportEmail.unwrap(),
    announcement: settingSchemas.announcement.unwrap(),
    alertEmail: settingSchemas.alertEmail.unwrap(),
    autoRefundsPerHour: settingSchemas.autoRefundsPerHour.unwrap(),
    autoRefundCentsPerDay: settingSchemas.autoRefundCentsPerDay.unwrap(),
    startWithinHours: settingSchemas.startWithinHours.unwrap(),
    whenNotStarted: settingSchemas.whenNotStarted.unwrap(),
    fixWithinHours: settingSchemas.fixWithinHours.unwrap(),
    financeRefundCents: settingSchemas.financeRefundCents.unwrap(),
    financeRefundCentsPerDay: settingSchemas.financeRefundCentsPerDay.unwrap(),
    supportRefundCents: settingSchemas.supportRefundCents.unwrap(),
    supportRefundCentsPerDay: settingSchemas.supportRefundCentsPerDay.unwrap(),
    ownerRefundCentsPerDay: settingSchemas.ownerRefundCentsPerDay.unwrap(),
    minimumAge: settingSchemas.minimumAge.unwrap(),
    asksForTick: settingSchemas.asksForTick.unwrap(),
    logo: settingSchemas.logo.unwrap(),
    withdrawal: settingSchemas.withdrawal.unwrap(),
    excludedCountries: settingSchemas.excludedCountries.unwrap(),
    preferenceBy: settingSchemas.preferenceBy.unwrap(),
    replacementBudgetCentsPerDay: settingSchemas.replacementBudgetCentsPerDay.unwrap(),
    telegramTokenSealed: settingSchemas.telegramTokenSealed.unwrap(),
    telegramChatId: settingSchemas.telegramChatId.unwrap(),
  } satisfies { [Name in Exclude<SettingName, ClaimSetting>]: z.ZodType<SiteSettings[Name]> })
  .partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
type ChangedName = keyof SettingsChange;

/**
 * Saves the settings that differ, with their old and new values in the audit log; pages are revalidated at once. Returns
 * the changed names; without any, nothing is written.
 */
export async function saveSettings(
  db: Database,
  { change, ...deed }: Deed & { change: SettingsChange },
): Promise<ChangedName[]> {
  return db.$transaction(async (tx) => {
    // So that of two simultaneous changes, the second one's audit entry has the first one's values as old.
    await tx.$executeRaw`LOCK TABLE site_settings IN SHARE ROW EXCLUSIVE MODE`;
    const held = await loadSettings(tx);
    const names = (Object.keys(change) as ChangedName[]).filter(
      (name) => change[name] !== undefined && !isDeepStrictEqual(held[name], change[name]),
    );
    if (names.length === 0) return [];
    for (const key of names) {
      const value = change[key] as Prisma.InputJsonValue;
      await tx.siteSetting.upsert({ where: { key }, create: { key, value }, update: { value } });
    }
    await recordAudit(tx, {
      ...deed,
      action: "settings.changed",
      subjectType: "settings",
      subjectId: "site",
      before: Object.fromEntries(names.map((name) => [name, loggable(name, held[name])])),
      after: Object.fromEntries(names.map((name) => [name, loggable(name, change[name])])),
    });
    return names;
  });
}

/** What the audit log may hold: of a secret, only whether there is one. */
function loggable(name: ChangedName, value: unknown): Prisma.InputJsonValue {
  if (name === "telegramTokenSealed") return value ? "set" : "";
  return value as Prisma.InputJsonValue;
}
