import { z } from "zod";
import { registrationResponseSchema } from "@/lib/auth/passkeys/response-schema";
import { emailSchema } from "@/lib/email/address";
import { codeSchema, nameSchema } from "./sign-in-schema";

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

export const beginPasskeySchema = reauthenticationSchema.extend({ name: passkeyNameSchema });
export const addPasskeySchema = z.object({ name: passkeyNameSchema, response: registrationResponseSchema });
export const removePasskeySchema = reauthenticationSchema.extend({ passkeyId: z.uuid() });

export const revokeSessionSchema = z.object({ sessionId: z.uuid() });

/** What the customer types to delete the account. */
export const deletionWord = "delete my account";

export const deleteAccountSchema = reauthenticationSchema.extend({
  confirmation: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => text === deletionWord, { error: `Please type "${deletionWord}".` }),
});

export const confirmEmailSchema = z.object({ token: z.string().min(1).max(200) });
