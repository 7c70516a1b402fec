import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { isCountry } from "./countries";

/** The longest of the times that are set in hours. */
export const longestHours = 720;

const cents = z.number().int().min(0).max(100_000_000);
const hours = z.number().int().min(1).max(longestHours);
const addressSchema = z.union([z.email().max(254), z.literal("")]);
const accentSchema = z.union([z.string().regex(/^#[0-9a-f]{6}$/), z.literal("")]);

/**
 * The settings an administrator can change, with their defaults. A stored value that no longer parses counts as not
 * set, so that an old row can't break a page.
 */
export const settingSchemas = {
  /** Marketing claims by name (lib/shop/content/claims.ts); an absent name is not switched off. claim-rules.ts decides. */
  claims: z.record(z.string(), z.boolean()).catch({}),
  /** Where the popup's messages come from: six fixed ones, recent orders without names, or nowhere. */
  socialProofSource: z.enum(["fixed", "orders", "off"]).catch("fixed"),
  /** Replaces SHOP_NAME on pages and in mails; empty keeps it. */
  shopName: z.string().trim().max(60).catch(""),
  /** Accents that replace the design's, by theme (accent.ts); empty keeps the design's own. */
  accentLight: accentSchema.catch(""),
  accentDark: accentSchema.catch(""),
  /** Replaces SHOP_SUPPORT_EMAIL on pages and in mails; empty keeps it. */
  supportEmail: addressSchema.catch(""),
  /** The text above every public page; empty shows none. */
  announcement: z.string().trim().max(200).catch(""),
  /** Where alerts go; empty sends them to the support address. */
  alertEmail: addressSchema.catch(""),
  /** Limits of automatic refunds, per hour and in cents per day; beyond them refunds wait for manual review. */
  autoRefundsPerHour: z.number().int().min(0).max(10_000).catch(20),
  autoRefundCentsPerDay: cents.catch(50_000),
  /**
   * An item not sent this many hours after its payment is in Needs me; one not started this many hours after its
   * supplier accepted it goes to review, and is cancelled there and refunded if `whenNotStarted` says so.
   */
  startWithinHours: hours.catch(24),
  whenNotStarted: z.enum(["review", "refund"]).catch("review"),
  /** How long a customer may fix an unreachable target before the refund. */
  fixWithinHours: hours.catch(72),
  /** What an administrator may refund alone, in cents for one refund and for a day (lib/money/refunds/refund-limits.ts). */
  financeRefundCents: cents.catch(20_000),
  financeRefundCentsPerDay: cents.catch(100_000),
  supportRefundCents: cents.catch(2_000),
  supportRefundCentsPerDay: cents.catch(10_000),
  /** What an owner may refund alone in a day; 0 means no limit. */
  ownerRefundCentsPerDay: cents.catch(0),
  /** How claims can be proven, by name: what an administrator stated, and when. */
  claimEvidence: z
    .record(z.string(), z.object({ text: z.string(), by: z.string(), at: z.string() }))
    .catch({}),
  /** When the limited offer ends (ISO 8601); empty is no end. */
  limitedOfferEndsAt: z.union([z.iso.datetime(), z.literal("")]).catch(""),
  /** How old a buyer must be, in years; part of the line beside the payment button. */
  minimumAge: z.number().int().min(13).max(21).catch(18),
  /** Whether buyers must tick a box beside that line. */
  asksForTick: z.boolean().catch(false),
  /** The hash of the shop's own logo; empty shows the drawn one. */
  logo: z
    .string()
    .regex(/^(?:[0-9a-f]{64})?$/)
    .catch(""),
  /** True when the shop offers the page where buyers can withdraw from a contract. */
  withdrawal: z.boolean().catch(true),
  /** Countries that are not sold to, by their two letters. */
  excludedCountries: z.array(z.string().refine(isCountry)).catch([]),
  /** Who decides which supplier is asked first: an administrator, or the suppliers' scorecard. */
  preferenceBy: z.enum(["manual", "scorecard"]).catch("manual"),
  /** How much the shop may spend on replacements a day, in cents; losses beyond that are refunded. */
  replacementBudgetCentsPerDay: cents.catch(2_000),
  /** The Telegram bot that sends alerts: its token, sealed (lib/base/secret-box.ts), and the chat. Empty sends none. */
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
  return parseSettings(Object.fromEntries(rows.map((row) => [row.key, row.value])));
}

/** The settings of rows that were read as `{key: value}`. */
export function parseSettings(values: Record<string, unknown>): SiteSettings {
  return settingsSchema.parse(values);
}
