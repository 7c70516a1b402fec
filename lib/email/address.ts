import { z } from "zod";

// Text that could break out of a mail header never gets further than here.
const noControlCharacters = /^[^\p{Cc}]*$/u;

/** An email address as the shop keeps it: NFKC, lower case, at most 254 characters, no control characters. */
export const emailSchema = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, "Email is required")
  .max(254, "Please enter a valid email address")
  .regex(noControlCharacters, "Please enter a valid email address")
  .transform((email) => email.normalize("NFKC").toLowerCase())
  .pipe(z.email("Please enter a valid email address").max(254, "Please enter a valid email address"));

/** Stands where an address was taken out; `.invalid` is a domain that no mail ever reaches (RFC 2606). */
export const erasedEmail = "deleted@account.invalid";

/** `j•••@example.com`: enough for the owner to recognise, too little for anybody else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "•••" : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
