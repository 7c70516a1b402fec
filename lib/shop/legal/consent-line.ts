import { sha256 } from "@/lib/base/ids";

/**
 * The buyer's agreement by paying, in Markdown: one line beside every payment button. Each order stores its own
 * plain-text copy, so later changes don't affect it.
 */
export function consentLine(minimumAge: number): string {
  return (
    "By paying you agree to the [Terms of Service](/terms) and the [Refund Policy](/refunds), and ask us to begin at once: " +
    "you can't withdraw from what was delivered. The account is yours to act for, you are at least " +
    `${minimumAge}, and the platform's rules may forbid this.`
  );
}

/** Identifies the line's wording, so that an order is refused when its page showed another one. */
export function consentLineKey(line: string): string {
  return sha256(line).slice(0, 16);
}
