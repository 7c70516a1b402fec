import { z } from "zod";
import { checkbox, dollarsSchema, wholeNumberSchema } from "@/lib/base/text/form-fields";
import { accentProblem, type Theme } from "./accent";
import { isCountry } from "./countries";

/** The groups of fields of the settings page, which are derived from their settings. */
export type SettingsForm =
  | "texts"
  | "addresses"
  | "accents"
  | "refundLimits"
  | "refundCeilings"
  | "replacements"
  | "delivery"
  | "beforePaying";

/** A setting's field, as the components of the admin pages take it. */
export type SettingField = {
  label: string;
  hint?: string;
  kind?: "number" | "dollars" | "checkbox";
  options?: (readonly [value: string, label: string])[];
  type?: "email";
  maxLength?: number;
  placeholder?: string;
  spellCheck?: boolean;
};

/**
 * One setting. `stored` reads its row and falls back to the default, so that an old row can't break a page. `typed`
 * reads its field in a form, with a message for the administrator. A setting without a form is saved by a use case of
 * its own. The audit log shows of a secret only whether there is one.
 */
type Setting = { stored: z.ZodType; isSecret?: true } & (
  | { form: SettingsForm; typed: z.ZodType; field: SettingField }
  | { form: null }
);

/** The longest of the times that are set in hours. */
export const longestHours = 720;

const storedCents = z.number().int().min(0).max(100_000_000);

function dollars(form: SettingsForm, cents: number, label: string) {
  return {
    form,
    stored: storedCents.catch(cents),
    typed: dollarsSchema("Enter an amount such as 500 or 99.50."),
    field: { label, kind: "dollars" },
  } as const;
}

type NumberRule = { what: string; least: number; most: number; standard: number };

function wholeNumber(form: SettingsForm, rule: NumberRule, field: SettingField) {
  const { what, least, most, standard } = rule;
  return {
    form,
    stored: z.number().int().min(least).max(most).catch(standard),
    typed: wholeNumberSchema(what, least, most),
    field: { ...field, kind: "number" },
  } as const;
}

function hours(form: SettingsForm, standard: number, field: SettingField) {
  const rule = { what: "a whole number of hours", least: 1, most: longestHours, standard };
  return wholeNumber(form, rule, field);
}

function tick(form: SettingsForm, field: SettingField) {
  return {
    form,
    stored: z.boolean().catch(false),
    typed: checkbox,
    field: { ...field, kind: "checkbox" },
  } as const;
}

function address(form: SettingsForm, field: SettingField) {
  const known = z.email().max(254);
  const error = "Enter an email address, or leave it empty.";
  return {
    form,
    stored: z.union([known, z.literal("")]).catch(""),
    typed: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.union([known, z.literal("")], { error })),
    field: { ...field, type: "email" },
  } as const;
}

function text(form: SettingsForm, most: number, field: SettingField) {
  return {
    form,
    stored: z.string().trim().max(most).catch(""),
    typed: z.string().trim().max(most, `Use at most ${most} characters.`),
    field: { ...field, maxLength: most },
  } as const;
}

function accent(theme: Theme, field: SettingField) {
  const color = /^(?:#[0-9a-f]{6})?$/;
  return {
    form: "accents",
    stored: z.string().regex(color).catch(""),
    typed: z
      .string()
      .trim()
      .toLowerCase()
      .regex(color, "Enter a colour such as #0a6655, or leave it empty.")
      .superRefine((value, context) => {
        const problem = value !== "" && color.test(value) ? accentProblem(theme, value) : null;
        if (problem) context.addIssue({ code: "custom", message: problem });
      }),
    field: { ...field, spellCheck: false, maxLength: 7 },
  } as const;
}

const shopName = text("addresses", 60, { label: "Name" });
const purchaseSources = z.enum(["fixed", "orders", "off"]);
const lateDecisions = z.enum(["review", "refund"]);
const preferences = z.enum(["manual", "scorecard"]);

/**
 * The settings that an administrator can change. A new one is declared here and nowhere else: the forms, their fields,
 * the stored values, the defaults and the names in the audit log are derived. Fields stand in this order.
 */
export const declaredSettings = {
  /** The text above every public page; empty shows none. */
  announcement: text("texts", 200, {
    label: "Announcement",
    hint: "One line above every public page. Leave it empty to show none.",
  }),
  /** Where the popup's messages come from: six fixed ones, recent orders without names, or nowhere. */
  socialProofSource: {
    form: "texts",
    stored: purchaseSources.catch("fixed"),
    typed: purchaseSources.optional(),
    field: {
      label: "Purchase messages",
      options: [
        ["orders", "Recent orders, without names"],
        ["fixed", "Six fixed messages"],
        ["off", "None"],
      ],
    },
  },
  /** Replaces SHOP_NAME on pages and in mails; empty keeps it. */
  shopName: {
    ...shopName,
    // One line without the characters that a mail's sender would have to escape.
    typed: shopName.typed.regex(/^[^\p{C}"\\<>]*$/u, "Leave out quotes, angle brackets and backslashes."),
  },
  /** Replaces SHOP_SUPPORT_EMAIL on pages and in mails; empty keeps it. */
  supportEmail: address("addresses", { label: "Support" }),
  /** Where alerts go; empty sends them to the support address. */
  alertEmail: address("addresses", {
    label: "Alerts",
    hint: "Leave it empty to send them to the support address.",
  }),
  /** Accents that replace the design's, by theme (accent.ts); empty keeps the design's own. */
  accentLight: accent("light", { label: "On light pages", placeholder: "#0a6655" }),
  accentDark: accent("dark", { label: "On dark pages", placeholder: "#5fd2b3" }),
  /** Limits of automatic refunds, per hour and in cents per day; beyond them refunds wait for manual review. */
  autoRefundsPerHour: wholeNumber(
    "refundLimits",
    { what: "a whole number", least: 0, most: 10_000, standard: 20 },
    { label: "Refunds an hour" },
  ),
  autoRefundCentsPerDay: dollars("refundLimits", 50_000, "Dollars a day"),
  /** Amounts an administrator may refund alone, for one refund and for a day (lib/money/refunds/refund-limits.ts). */
  financeRefundCents: dollars("refundCeilings", 20_000, "Finance, one refund"),
  financeRefundCentsPerDay: dollars("refundCeilings", 100_000, "Finance, a day"),
  supportRefundCents: dollars("refundCeilings", 2_000, "Support, one refund"),
  supportRefundCentsPerDay: dollars("refundCeilings", 10_000, "Support, a day"),
  /** 0 means no limit. */
  ownerRefundCentsPerDay: dollars("refundCeilings", 0, "Owners, a day"),
  /** How much the shop may spend on replacements a day; losses beyond that are refunded. */
  replacementBudgetCentsPerDay: dollars("replacements", 2_000, "Dollars a day for replacements"),
  /**
   * An item not sent this many hours after its payment is in Needs me; one not started this many hours after its
   * supplier accepted it goes to review, and is cancelled there and refunded if `whenNotStarted` says so.
   */
  startWithinHours: hours("delivery", 24, {
    label: "Hours to start a delivery",
    hint: "Counted from the payment until it is sent, and again from there until its supplier starts.",
  }),
  whenNotStarted: {
    form: "delivery",
    stored: lateDecisions.catch("review"),
    typed: lateDecisions,
    field: {
      label: "If it has not started by then",
      options: [
        ["review", "Wait in Needs me"],
        ["refund", "Refund to the card"],
      ],
    },
  },
  /** How long a customer may fix an unreachable target before the refund. */
  fixWithinHours: hours("delivery", 72, {
    label: "Hours to fix an unreachable target",
    hint: "For example, a private or renamed account. After that, what is left is refunded.",
  }),
  /** Who decides which supplier is asked first: an administrator, or the suppliers' scorecard. */
  preferenceBy: {
    form: "delivery",
    stored: preferences.catch("manual"),
    typed: preferences,
    field: {
      label: "Which supplier is asked first",
      hint: "With the scorecard, the shop puts the best supplier first once a day, and tells you.",
      options: [
        ["manual", "As set under Who delivers"],
        ["scorecard", "The best by the scorecard"],
      ],
    },
  },
  /** What the price of a package or amount leaves at least after its supplier's cost; with less it is off sale. */
  leastMarginPercent: wholeNumber(
    "delivery",
    { what: "a whole percentage", least: 0, most: 90, standard: 0 },
    {
      label: "Least margin in percent",
      hint: "Of the price, after the supplier's cost. What leaves less is not on sale. Card fees come on top.",
    },
  ),
  /** How old a buyer must be, in years; part of the line beside the payment button. */
  minimumAge: wholeNumber(
    "beforePaying",
    { what: "an age in whole years", least: 13, most: 21, standard: 18 },
    { label: "Minimum age in years" },
  ),
  /** Whether buyers must tick a box beside that line. */
  asksForTick: tick("beforePaying", {
    label: "Ask for a tick",
    hint: "Some countries require a box that the buyer ticks. It is one more tap before each payment.",
  }),
  /** Marketing claims by name (lib/shop/settings/claims.ts); an absent name is not switched off. claim-rules.ts decides. */
  claims: { form: null, stored: z.record(z.string(), z.boolean()).catch({}) },
  /** How claims can be proven, by name: what an administrator stated, and when. */
  claimEvidence: {
    form: null,
    stored: z.record(z.string(), z.object({ text: z.string(), by: z.string(), at: z.string() })).catch({}),
  },
  /** When the limited offer ends (ISO 8601); empty is no end. */
  limitedOfferEndsAt: { form: null, stored: z.union([z.iso.datetime(), z.literal("")]).catch("") },
  /** The hash of the shop's own logo; empty shows the drawn one. */
  logo: {
    form: null,
    stored: z
      .string()
      .regex(/^(?:[0-9a-f]{64})?$/)
      .catch(""),
  },
  /** True when the shop offers the page where buyers can withdraw from a contract. */
  withdrawal: { form: null, stored: z.boolean().catch(true) },
  /** Countries that are not sold to, by their two letters. */
  excludedCountries: { form: null, stored: z.array(z.string().refine(isCountry)).catch([]) },
  /** The Telegram bot that sends alerts: its token, sealed (lib/base/secret-box.ts), and the chat. Empty sends none. */
  telegramTokenSealed: { form: null, stored: z.string().max(400).catch(""), isSecret: true },
  telegramChatId: { form: null, stored: z.string().max(40).catch("") },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof declaredSettings;

/** The declarations without the types of their values, to go through them. */
export const settingsByName = Object.entries(declaredSettings) as [SettingName, Setting][];
