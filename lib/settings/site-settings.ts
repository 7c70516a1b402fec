import { z } from "zod";
import type { Db } from "@/lib/db/client";

const accentSchema = z.union([z.string().regex(/^#[0-9a-f]{6}$/), z.literal("")]);

/**
 * The settings an administrator can change, with their defaults. A stored value that no longer parses counts as not set,
 * so that an old row can't break a page.
 */
export const settingSchemas = {
  /** Marketing claims by name (lib/content/claims.ts); an absent name is on. */
  claims: z.record(z.string(), z.boolean()).catch({}),
  /** Where the popup's messages come from: six fixed ones, recent orders without names, or nowhere. */
  socialProofSource: z.enum(["fixed", "orders", "off"]).catch("fixed"),
  /** Replaces SHOP_NAME on pages and in mails; empty keeps it. */
  shopName: z.string().trim().max(60).catch(""),
  /** Accents in place of the design's, by theme (accent.ts); empty keeps those. */
  accentLight: accentSchema.catch(""),
  accentDark: accentSchema.catch(""),
  /** Replaces SHOP_SUPPORT_EMAIL on pages and in mails; empty keeps it. */
  supportEmail: z.union([z.email().max(254), z.literal("")]).catch(""),
  /** The line above every public page; empty shows none. */
  announcement: z.string().trim().max(200).catch(""),
  /** Where alerts go; empty sends them to the support address. */
  alertEmail: z.union([z.email().max(254), z.literal("")]).catch(""),
  /** Limits of automatic refunds, per hour and in cents per day; beyond them refunds wait for manual review. */
  autoRefundsPerHour: z.number().int().min(0).max(10_000).catch(20),
  autoRefundCentsPerDay: z.number().int().min(0).max(100_000_000).catch(50_000),
  /** An order not started this many hours after its payment goes to review, or is refunded. */
  startWithinHours: z.number().int().min(1).max(720).catch(24),
  whenNotStarted: z.enum(["review", "refund"]).catch("review"),
  /** How long a customer may fix an unreachable target before the refund. */
  fixWithinHours: z.number().int().min(1).max(720).catch(72),
  /** The Telegram bot that sends alerts: its token, sealed (lib/secret-box.ts), and the chat. Empty sends none. */
  telegramTokenSealed: z.string().max(400).catch(""),
  telegramChatId: z.string().max(40).catch(""),
} as const;

export type SettingName = keyof typeof settingSchemas;
export type SiteSettings = { [Name in SettingName]: z.infer<(typeof settingSchemas)[Name]> };

const settingsSchema = z.object(settingSchemas);

/** The settings of a new shop. */
export const defaultSettings: SiteSettings = settingsSchema.parse({});

/** All settings, in one statement. */
export async function loadSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.siteSetting.findMany();
  return settingsSchema.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])));
}
