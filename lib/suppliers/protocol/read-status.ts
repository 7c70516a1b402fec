import { storable } from "@/lib/storable-text";
import { decimalText, fieldsOf, meaningOf } from "./read-json";

/**
 * The state that a supplier reports. failed: it could not carry out the order, mostly because of a bad link; an
 * operator decides.
 */
export type ReportedState = "submitted" | "in_progress" | "completed" | "partial" | "canceled" | "failed";

/**
 * One entry of a status answer; missing or impossible numbers are null. unclear proves nothing, and the order is polled
 * again.
 */
export type StatusReport =
  | {
      kind: "known";
      state: ReportedState;
      /** The supplier's own word. */
      word: string;
      remains: number | null;
      /** The public counter when the order began; suppliers write 0 when they don't know. */
      startCount: number | null;
      /** A decimal number in `currency`, as it was written. */
      charge: string | null;
      currency: string | null;
      /** What it wrote as the charge, where that is no decimal number. */
      unreadableCharge?: string;
    }
  | { kind: "unclear"; reason: "refused" | "unreadable" | "unknown_word"; word: string };

const words: Record<string, ReportedState> = {
  pending: "submitted",
  awaiting: "submitted",
  processing: "in_progress",
  inprogress: "in_progress",
  active: "in_progress",
  completed: "completed",
  complete: "completed",
  partial: "partial",
  canceled: "canceled",
  cancelled: "canceled",
  cancel: "canceled",
  refunded: "canceled",
  refunds: "canceled",
  error: "failed",
  fail: "failed",
  failed: "failed",
  rejected: "failed",
};

const maxWordLength = 60;
const maxCount = 2_147_483_647;

/**
 * Reads one entry as panels write it: numbers as strings, `remains: "Unknown"`, words in any case and spelling, an
 * error in place of a status. Pure; never throws.
 */
export function readStatus(entry: unknown): StatusReport {
  const fields = fieldsOf(entry);
  if (!fields) return unclear("unreadable", entry);
  if (typeof fields.status !== "string") {
    return fields.error ? unclear("refused", fields.error) : unclear("unreadable", fields.status);
  }
  const state = meaningOf(words, fields.status);
  if (!state) return unclear("unknown_word", fields.status);
  const startCount = count(fields.start_count);
  const charge = decimalText(fields.charge);
  const written = typeof fields.charge === "string" ? fields.charge : (JSON.stringify(fields.charge) ?? "");
  // A word such as "Unknown" names no charge.
  const isUnreadable = charge === null && /\d/.test(written);
  return {
    kind: "known",
    state,
    word: storable(fields.status, maxWordLength),
    remains: remaining(fields.remains),
    startCount: startCount === 0 ? null : startCount,
    charge,
    currency:
      typeof fields.currency === "string" && /^[a-z]{3,5}$/i.test(fields.currency) ? fields.currency : null,
    ...(isUnreadable && { unreadableCharge: storable(written, maxWordLength) }),
  };
}

function unclear(reason: "refused" | "unreadable" | "unknown_word", word: unknown): StatusReport {
  return { kind: "unclear", reason, word: typeof word === "string" ? storable(word, maxWordLength) : "" };
}

/** A whole number from 0 to what the database holds. "1.000" may be a thousand or one, so it is none. */
function count(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,10}(\.0{1,2})?$/.test(text.trim())) return null;
  const number = Number.parseInt(text, 10);
  return number <= maxCount ? number : null;
}

/** Like `count`, but a negative number, which means that too much was delivered, becomes 0. */
function remaining(value: unknown): number | null {
  const isNegative = /^-\d{1,10}(\.0{1,2})?$/.test(String(value).trim());
  return isNegative ? 0 : count(value);
}
