import { z } from "zod";

/** The fewest characters of a reason, which forms say beforehand. */
export const minReasonLength = 3;

const tooShort = `Say why, for the audit log, in at least ${minReasonLength} characters.`;

/** An administrator's reason for an action, in their own words, for the audit log. */
export const reasonSchema = z
  .string({ error: tooShort })
  .trim()
  .min(minReasonLength, tooShort)
  .max(500, "Use at most 500 characters.");

/** The part of an action's form that holds the reason. */
export const withReason = z.object({ reason: reasonSchema });
