import { z } from "zod";
import { authenticationResponseSchema } from "@/lib/auth/passkeys/response-schema";
import { emailSchema } from "@/lib/email/address";

// Far above a password's limit, so that the message is the policy's.
const maxFieldLength = 4_096;

const typedPasswordSchema = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(maxFieldLength, "This password is too long.");

const nextSchema = z.string().max(maxFieldLength).optional();
const linkTokenSchema = z.string().regex(/^[\w-]{43}$/);

export const signInSchema = z.object({
  email: emailSchema,
  password: typedPasswordSchema,
  next: nextSchema,
});

/** A code of the second factor, or a recovery code. */
export const codeSchema = z.object({ code: z.string().trim().min(1, "Please enter a code.").max(40) });

export const passkeySignInSchema = z.object({ response: authenticationResponseSchema, next: nextSchema });

/** A typed name, on one line. */
export const nameSchema = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest} characters.`)
    .regex(/^[^\p{Cc}]*$/u, "Please leave out line breaks and control characters.");

export const signUpSchema = z.object({
  email: emailSchema,
  password: typedPasswordSchema,
  username: nameSchema(80)
    .optional()
    .transform((name) => name || null),
});

export const googleSignInSchema = z.object({ next: nextSchema });
export const emailFormSchema = z.object({ email: emailSchema });
export const linkFormSchema = z.object({ token: linkTokenSchema });
export const verifyFormSchema = linkFormSchema.extend({
  /** Empty in the sign-up's browser; else the sign-up's password or, with `isNew`, a new one. */
  password: z.string().max(maxFieldLength, "This password is too long.").default(""),
  isNew: z.literal("1").optional(),
});
export const resetFormSchema = z.object({ token: linkTokenSchema, password: typedPasswordSchema });
