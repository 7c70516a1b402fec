import { z } from "zod";
import { centsOfText } from "./money";

/** A form's amount of dollars below a million, as cents; `message` says what to enter. */
export const dollarsSchema = (message: string) =>
  z
    .string({ error: message })
    .transform(centsOfText)
    .pipe(z.int({ error: message }).max(99_999_999, message));

/** A form's checkbox: one that is not ticked is not sent. */
export const checkbox = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
