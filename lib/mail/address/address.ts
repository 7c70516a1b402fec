import { z } from "zod";
import { isGuestOrder } from "@/lib/base/guest-order";
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

/**
 * An order's address as the holder of its link may read it: masked. Of a guest's order it shows nothing, because the
 * holder may be a stranger: the address changes with its account's, and a text that changed when an account takes the
 * order over would tell that there is one.
 */
export function emailForHolder(order: {
  email: string;
  emailAtPurchase: string | null;
  userId: string | null;
  guestKeyHash: string | null;
}): string {
  if (!isGuestOrder(order)) return maskEmail(order.email);
  return order.emailAtPurchase === null ? "the address given at checkout" : "the corrected address";
}
