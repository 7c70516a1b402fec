import { z } from "zod";

/** Why an administrator does something: their own words, for the audit log. */
export const reasonSchema = z
  .string({ error: "Say why, for the audit log." })
  .trim()
  .min(3, "Say why, for the audit log.")
  .max(500, "Use at most 500 characters.");
