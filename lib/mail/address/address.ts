import { z } from "zod";
import { emailProblem, normalizeEmail } from "./email-problem";

/** An email address as the shop keeps it (email-problem.ts). */
export const emailSchema = z
  .string({ error: "Email is required" })
  .refine((text) => emailProblem(text) === null, {
    error: (issue) => emailProblem(String(issue.input)) ?? "",
  })
  .transform(normalizeEmail);

/** Replaces an erased address; no mail reaches the domain `.invalid` (RFC 2606). */
export const erasedEmail = "deleted@account.invalid";

/**
 * The mailbox of an address, by the rule of the database's email_key(): without what follows a `+` and, at Gmail,
 * without dots.
 */
export function mailboxOf(email: string): string {
  const [name = "", domain = ""] = email.toLowerCase().split("@");
  const mailbox = name.split("+", 1)[0] ?? "";
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}

/** `j•••@example.com`: only its owner recognises it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "•••" : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
