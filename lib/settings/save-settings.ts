import { isDeepStrictEqual } from "node:util";
import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { loadSettings, type SiteSettings } from "./site-settings";

/** These are changed one claim at a time (save-claim.ts). */
type ClaimSetting = "claims" | "claimEvidence" | "limitedOfferEndsAt";

/** A change of settings; absent ones stay. */
export type SettingsChange = Partial<Omit<SiteSettings, ClaimSetting>>;
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
