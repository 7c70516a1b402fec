import { z } from "zod";
import { emailSchema } from "@/lib/mail/address/address";
import {
  authenticationResponseSchema,
  registrationResponseSchema,
} from "@/lib/people/auth/passkeys/response-schema";

// Far above the password limit, so that the policy's own message is shown.
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

/** The code of an administrator's sign-in, and the page to go to. */
export const adminCodeSchema = codeSchema.extend({ next: nextSchema });

export const passkeySignInSchema = z.object({ response: authenticationResponseSchema, next: nextSchema });

/** A typed name, reduced to one line. */
const nameSchema = (longest: number) =>
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

// Far above the real limit, so that the use case's message names that limit; far below a length that would take long to
// hash.
const typedPassword = z.string().max(1_000, "This is too long for a password.").default("");

export const changeNameSchema = z.object({
  name: nameSchema(80).transform((name) => name || null),
});

export const changeEmailSchema = z.object({ email: emailSchema, password: typedPassword });

export const changePasswordSchema = z
  .object({ password: typedPassword, newPassword: typedPassword, repeated: typedPassword })
  .refine((form) => form.newPassword === form.repeated, {
    path: ["repeated"],
    error: "The two passwords are not the same.",
  });

export const reauthenticationSchema = z.object({ password: typedPassword });

/** A change of the second factor: the password, and a code. */
export const passwordAndCodeSchema = reauthenticationSchema.extend(codeSchema.shape);

const passkeyNameSchema = nameSchema(60).min(1, "Please give your passkey a name.");

/** A code only where the account has a second factor. */
export const beginPasskeySchema = reauthenticationSchema.extend({
  name: passkeyNameSchema,
  code: codeSchema.shape.code.optional(),
});
export const addPasskeySchema = z.object({ name: passkeyNameSchema, response: registrationResponseSchema });
export const removePasskeySchema = reauthenticationSchema.extend({ passkeyId: z.uuid() });

export const revokeSessionSchema = z.object({ sessionId: z.uuid() });

/** The customer types this to delete the account. */
export const deletionConfirmation = "delete my account";

export const deleteAccountSchema = reauthenticationSchema.extend({
  confirmation: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => text === deletionConfirmation, { error: `Please type "${deletionConfirmation}".` }),
});

export const confirmEmailSchema = z.object({ token: z.string().min(1).max(200) });
