import { z } from "zod";
import { passwordProblem } from "@/lib/auth/password-strength";
import { emailSchema } from "@/lib/email/address";

// Far above what a password may have, so that the sentence about it is the policy's own.
const maxFieldLength = 4_096;

const typedPasswordSchema = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(maxFieldLength, "This password is too long.");

/** A password that is to be somebody's: the policy's sentence stands at the field. */
export const newPasswordSchema = typedPasswordSchema.superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

const nextSchema = z.string().max(maxFieldLength).optional();
const linkTokenSchema = z.string().regex(/^[\w-]{43}$/);

export const signInSchema = z.object({
  email: emailSchema,
  password: typedPasswordSchema,
  next: nextSchema,
});

export const signUpSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  username: z
    .string()
    .trim()
    .max(80, "Use at most 80 characters.")
    .regex(/^[^\p{Cc}]*$/u, "Please use letters, digits and spaces.")
    .optional()
    .transform((name) => name || null),
});

export const googleSignInSchema = z.object({ next: nextSchema });
export const emailFormSchema = z.object({ email: emailSchema });
export const linkFormSchema = z.object({ token: linkTokenSchema });
export const verifyFormSchema = linkFormSchema.extend({
  /** Empty in the browser of the sign-up. What it has to be depends on `isNew`. */
  password: z.string().max(maxFieldLength, "This password is too long.").default(""),
  isNew: z.literal("1").optional(),
});
export const resetFormSchema = z.object({ token: linkTokenSchema, password: newPasswordSchema });
