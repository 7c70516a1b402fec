import { z } from "zod";
import type { Db } from "@/lib/db/client";

/**
 * Everything an administrator can set without a new version of the shop, with what holds until somebody does. A
 * stored value that no longer parses counts as not set: an old row can't take a page down.
 */
export const settingSchemas = {
  /** Marketing claims by name (lib/content/claims.ts); a name that is absent is on. */
  claims: z.record(z.string(), z.boolean()).catch({}),
  /** Where the popup's messages come from: six fixed ones, recent orders without names, or nowhere. */
  socialProofSource: z.enum(["fixed", "orders", "off"]).catch("fixed"),
  /** Replaces SHOP_SUPPORT_EMAIL on pages and in mails; empty keeps it. */
  supportEmail: z.union([z.email().max(254), z.literal("")]).catch(""),
  /** The line above every public page; empty shows none. */
  announcement: z.string().trim().max(200).catch(""),
  /** Where alerts go; empty sends them to the support address. */
  alertEmail: z.union([z.email().max(254), z.literal("")]).catch(""),
  /** Refunds the shop makes by itself on a supplier's word: how many an hour, and cents a day, before a person must look. */
  autoRefundsPerHour: z.number().int().min(0).max(10_000).catch(20),
  autoRefundCentsPerDay: z.number().int().min(0).max(100_000_000).catch(50_000),
  /** An order that has not begun so many hours after its payment goes to review, or back to the card. */
  startWithinHours: z.number().int().min(1).max(720).catch(24),
  whenNotStarted: z.enum(["review", "refund"]).catch("review"),
  /** How long a customer may fix an unreachable target before the money goes back. */
  fixWithinHours: z.number().int().min(1).max(720).catch(72),
} as const;

export type SettingName = keyof typeof settingSchemas;
export type SiteSettings = { [Name in SettingName]: z.infer<(typeof settingSchemas)[Name]> };

const settingsSchema = z.object(settingSchemas);

/** What holds while nothing is set. */
export const defaultSettings: SiteSettings = settingsSchema.parse({});

/** All settings, in one statement. */
export async function loadSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.siteSetting.findMany();
  return settingsSchema.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])));
}
