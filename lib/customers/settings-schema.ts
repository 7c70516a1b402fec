import { z } from "zod";
import { emailSchema } from "@/lib/email/address";

// Far above what is accepted, so that the use case names the real limit; far below what would cost time.
const typedPassword = z.string().max(1_000, "This is too long for a password.").default("");

export const changeNameSchema = z.object({
  name: z
    .string()
    .trim()
    .max(80, "Use at most 80 characters.")
    .regex(/^[^\p{Cc}]*$/u, "Use letters and signs only.")
    .transform((name) => name || null),
});

export const changeEmailSchema = z.object({ email: emailSchema, password: typedPassword });

export const changePasswordSchema = z
  .object({ password: typedPassword, newPassword: typedPassword, repeated: typedPassword })
  .refine((form) => form.newPassword === form.repeated, {
    path: ["repeated"],
    error: "The two passwords are not the same.",
  });

export const proofSchema = z.object({ password: typedPassword });

export const revokeSessionSchema = z.object({ sessionId: z.uuid() });

/** What a person types to delete the account. */
export const deletionWord = "delete my account";

export const deleteAccountSchema = proofSchema.extend({
  confirmation: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => text === deletionWord, { error: `Please type "${deletionWord}".` }),
});

export const confirmEmailSchema = z.object({ token: z.string().min(1).max(200) });
