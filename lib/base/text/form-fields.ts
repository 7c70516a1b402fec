import { z } from "zod";
import { centsOfText } from "@/lib/base/money";
import { plainCharacters } from "./typed-text";

/** A form's amount of dollars below a million, as cents; `message` says what to enter. */
export const dollarsSchema = (message: string) =>
  z
    .string({ error: message })
    .transform(centsOfText)
    .pipe(z.int({ error: message }).max(99_999_999, message));

/** A form's whole number, which may not be left empty: JavaScript would read that as 0. `what` is asked for. */
export function wholeNumberSchema(what: string, least: number, most: number) {
  const message = `Enter ${what} from ${least.toLocaleString("en-US")} to ${most.toLocaleString("en-US")}.`;
  return z
    .string({ error: message })
    .transform(plainCharacters)
    .transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : null))
    .pipe(z.int({ error: message }).min(least, message).max(most, message));
}

/** A form's checkbox: one that is not ticked is not sent. */
export const checkbox = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
