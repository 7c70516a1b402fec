import { z } from "zod";
import { checkbox, dollarsSchema, wholeNumberSchema } from "@/lib/base/text/form-fields";
import { accentProblem, type Theme } from "./accent";
import { countryCodes } from "./countries";
import { longestHours, settingSchemas } from "./site-settings";

// The admin's forms, one per group of settings; absent settings stay.

const hours = wholeNumberSchema("a whole number of hours", 1, longestHours);
const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.union([z.email(), z.literal("")], { error: "Enter an email address, or leave it empty." }));

/** A claim's form; a claim whose box is not ticked is off. Its end is in UTC, in the format of the form's field. */
export function claimFormSchema<Name extends string>(names: readonly [Name, ...Name[]]) {
  return z.object({
    name: z.enum(names),
    isShown: checkbox,
    evidence: z.string().trim().max(1_000, "Use at most 1,000 characters.").default(""),
    endsAt: z
      .string()
      .regex(/^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, "Enter a date and a time.")
      .transform((text) => (text === "" ? "" : `${text}:00.000Z`))
      .pipe(z.union([z.iso.datetime(), z.literal("")], { error: "Enter a date and a time." }))
      .optional(),
  });
}

/** The announcement and the purchase messages; a live shop invents none. */
export function textsFormSchema({ isLive }: { isLive: boolean }) {
  return z
    .object({
      socialProofSource: settingSchemas.socialProofSource.unwrap().optional(),
      announcement: z.string().trim().max(200, "Use at most 200 characters."),
    })
    .refine(({ socialProofSource }) => !(isLive && socialProofSource === "fixed"), {
      path: ["socialProofSource"],
      error: "A live shop can't show invented purchases. Choose recent orders, or none.",
    });
}

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

const dollars = dollarsSchema("Enter an amount such as 500 or 99.50.");

export const refundLimitsFormSchema = z.object({
  autoRefundsPerHour: wholeNumberSchema("a whole number", 0, 10_000),
  autoRefundCentsPerDay: dollars,
});

export const replacementsFormSchema = z.object({ replacementBudgetCentsPerDay: dollars });

export const deliveryFormSchema = z.object({
  startWithinHours: hours,
  whenNotStarted: z.enum(["review", "refund"]),
  fixWithinHours: hours,
  preferenceBy: settingSchemas.preferenceBy.unwrap(),
});

export const refundCeilingsFormSchema = z.object({
  financeRefundCents: dollars,
  financeRefundCentsPerDay: dollars,
  supportRefundCents: dollars,
  supportRefundCentsPerDay: dollars,
  ownerRefundCentsPerDay: dollars,
});

export const beforePayingFormSchema = z.object({
  minimumAge: wholeNumberSchema("an age in whole years", 13, 21),
  asksForTick: checkbox,
});

export const salesFormSchema = z
  .object({ withdrawal: checkbox, ...Object.fromEntries(countryCodes.map((code) => [code, checkbox])) })
  .transform(({ withdrawal, ...countries }) => ({
    withdrawal,
    excludedCountries: countryCodes.filter((code) => countries[code as keyof typeof countries]),
  }));

/**
 * The bot and chat for alerts. An empty token keeps the stored one; an empty chat switches Telegram off and forgets the
 * token.
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
