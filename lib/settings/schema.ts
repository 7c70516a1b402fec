import { z } from "zod";
import { centsFromDollars } from "@/lib/money";
import { accentProblem, type Theme } from "./accent";
import { settingsChangeSchema } from "./save-settings";

// The admin's forms, one per group of settings; absent settings stay.

const hours = z.coerce.number({ error: "Enter a whole number of hours." }).int().min(1).max(720);
const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.union([z.email(), z.literal("")], { error: "Enter an email address, or leave it empty." }));

/** A claim without its tick is off. */
export function claimsFormSchema(names: readonly string[]) {
  const tick = z
    .literal("on")
    .optional()
    .transform((value) => value === "on");
  return z.object(Object.fromEntries(names.map((name) => [name, tick])));
}

export const textsFormSchema = settingsChangeSchema.pick({ socialProofSource: true }).extend({
  announcement: z.string().trim().max(200, "Use at most 200 characters."),
});

export const addressesFormSchema = z.object({
  // One line without the characters that a mail's sender would have to escape.
  shopName: z
    .string()
    .trim()
    .max(60, "Use at most 60 characters.")
    .regex(/^[^\p{C}"\\<>]*$/u, "Leave out quotes, angle brackets and backslashes."),
  supportEmail: address,
  alertEmail: address,
});

const accent = (theme: Theme) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:#[0-9a-f]{6})?$/, "Enter a colour such as #0a6655, or leave it empty.")
    .superRefine((value, context) => {
      const problem = /^#[0-9a-f]{6}$/.test(value) ? accentProblem(theme, value) : null;
      if (problem) context.addIssue({ code: "custom", message: problem });
    });

export const accentFormSchema = z.object({ accentLight: accent("light"), accentDark: accent("dark") });

export const refundLimitsFormSchema = z.object({
  autoRefundsPerHour: z.coerce.number({ error: "Enter a whole number." }).int().min(0).max(10_000),
  autoRefundCentsPerDay: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, "Enter an amount such as 500 or 99.50.")
    .transform((dollars) => centsFromDollars(Number(dollars)) ?? 0),
});

export const deliveryFormSchema = z.object({
  startWithinHours: hours,
  whenNotStarted: z.enum(["review", "refund"]),
  fixWithinHours: hours,
});

/**
 * The bot and the chat of alerts; an empty token keeps the one that is stored, an empty chat switches Telegram off and
 * forgets the token.
 */
export const telegramFormSchema = z.object({
  telegramToken: z
    .string()
    .trim()
    .regex(
      /^(?:\d{3,20}:[\w-]{30,100})?$/,
      "Enter the token as BotFather gave it: digits, a colon, and a long text.",
    ),
  telegramChatId: z
    .string()
    .trim()
    .regex(/^(?:-?\d{1,20}|@\w{4,32})?$/, "Enter the chat's number, or @channel."),
});
