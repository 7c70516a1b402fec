import { inWords } from "@/components/admin/state-badge";

// Refusal codes read well as they are (`bad_quantity`); these do not.
const messages: Record<string, string> = {
  unreachable: "No connection",
  timeout: "No answer in time",
  connection_lost: "The connection broke before the answer",
  answer_too_large: "The answer was too large to read",
  worker_lost: "The worker died during the call",
  not_json: "The answer was not valid JSON",
  unreadable_answer: "The answer names neither an order nor an error",
  unclear_error: "The error does not say whether the order was accepted",
  contradictory_answer: "The answer names both an order and an error",
  redirected: "The answer redirects to another address",
  database_restored: "It may have been bought before the database was restored",
  duplicate_order_id: "The answer names another item's order",
  late_answer:
    "A supplier's answer came late and something may have been bought twice; the timeline has both numbers",
};

/** The reason of an item's state, a call's outcome or an order's flag, for an operator. */
export function reasonText(code: string): string {
  return messages[code] ?? inWords(code);
}
