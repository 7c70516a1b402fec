// A declined card makes a failed charge and `charge.failed`. A card number has the same fingerprint wherever it is used. A
// card's country is the United States, except for Stripe's test cards of other countries below; `country` in the form of
// `/checkout/:id/complete` is the billing address's.
import { sha256 } from "@/lib/base/ids";
import type { PaymentError, PaymentMethod } from "./objects";

/** The bank's decision on a card. `delayed`: a method that confirms or fails later. */
export type Card = { method: PaymentMethod } & (
  | { outcome: "paid"; isDisputed: boolean }
  | { outcome: "delayed" }
  | { outcome: "declined"; error: PaymentError }
);

export const bankDebit: PaymentMethod = { type: "us_bank_account" };

// The numbers are Stripe's own test cards: https://docs.stripe.com/testing
const declines: Record<string, PaymentError> = {
  "4000000000000002": declined("card_declined", "Your card was declined.", "generic_decline"),
  "4000000000009995": declined("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
  "4000000000000069": declined("expired_card", "Your card has expired."),
  "4000000000000127": declined("incorrect_cvc", "Your card's security code is incorrect."),
  "4000000000000119": declined(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
};
const disputed = "4000000000000259";

/** Cards issued elsewhere. */
const countries: Record<string, string> = {
  "4000000400000008": "AT",
  "4000002760000016": "DE",
  "4000002500000003": "FR",
  "4000008260000000": "GB",
  "4000001240000000": "CA",
  "4000003920000003": "JP",
};

/**
 * Reads the typed card number, ignoring spaces and dashes; `async` is the delayed method. Null for an invalid number (not
 * 12 to 19 digits, or a wrong check digit).
 */
export function readCard(typed: string): Card | null {
  const number = typed.replace(/[\s-]/g, "");
  if (number === "async") return { outcome: "delayed", method: bankDebit };
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) return null;
  const card = {
    brand: brandOf(number),
    last4: number.slice(-4),
    fingerprint: sha256(`card:${number}`).slice(0, 16),
    country: countries[number] ?? "US",
  };
  const method = { type: "card", card };
  const error = declines[number];
  return error
    ? { outcome: "declined", method, error }
    : { outcome: "paid", method, isDisputed: number === disputed };
}

// Luhn: counted from the right, every second digit is doubled, and the sum of all digits is a multiple of ten.
function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function brandOf(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  return /^3[47]/.test(number) ? "amex" : "unknown";
}

function declined(code: string, message: string, declineCode?: string): PaymentError {
  return { type: "card_error", code, ...(declineCode && { decline_code: declineCode }), message };
}
