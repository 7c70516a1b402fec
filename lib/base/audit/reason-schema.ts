import { z } from "zod";

const minLength = 3;
const tooShort = `Say why, for the audit log, in at least ${minLength} characters.`;

/** An administrator's reason for an action, in their own words, for the audit log. */
export const reasonSchema = z
  .string({ error: tooShort })
  .trim()
  .min(minLength, tooShort)
  .max(500, "Use at most 500 characters.");

/** The part of an action's form that holds the reason. */
export const withReason = z.object({ reason: reasonSchema });
