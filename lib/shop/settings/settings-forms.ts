import { z } from "zod";
import { checkbox } from "@/lib/base/text/form-fields";
import { momentIn, timeZoneSchema } from "@/lib/base/time/zone";
import { countryCodes } from "./countries";
import { type SettingsForm, settingsByName } from "./declared-settings";
import type { SettingsChange } from "./save-settings";

// The admin's forms of settings; absent settings stay.

/** The fields of these groups of settings as one form. A live shop invents no purchases. */
export function settingsFormSchema(
  forms: SettingsForm[],
  { isLive }: { isLive: boolean },
): z.ZodType<SettingsChange> {
  const fields = settingsByName.flatMap(([name, setting]) =>
    setting.form && forms.includes(setting.form) ? [[name, setting.typed] as const] : [],
  );
  return (z.object(Object.fromEntries(fields)) as z.ZodType<SettingsChange>).refine(
    ({ socialProofSource }) => !(isLive && socialProofSource === "fixed"),
    {
      path: ["socialProofSource"],
      error: "A live shop can't show invented purchases. Choose recent orders, or none.",
    },
  );
}

/** A claim's form; a claim whose box is not ticked is off. Its end is a time of the form's zone. */
export function claimFormSchema<Name extends string>(names: readonly [Name, ...Name[]]) {
  const schema = z.object({
    name: z.enum(names),
    isShown: checkbox,
    evidence: z.string().trim().max(1_000, "Use at most 1,000 characters.").default(""),
    endsAt: z
      .string()
      .regex(/^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, "Enter a date and a time.")
      .transform((text) => (text === "" ? "" : `${text}:00.000Z`))
      .pipe(z.union([z.iso.datetime(), z.literal("")], { error: "Enter a date and a time." }))
      .optional(),
    zone: timeZoneSchema,
  });
  return schema.transform(({ zone, ...change }) =>
    change.endsAt ? { ...change, endsAt: momentIn(change.endsAt.slice(0, 16), zone).toISOString() } : change,
  );
}

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
