import { inWords } from "@/components/admin/state-badge";

// Refusals read well by their own names (`bad_quantity`); what was not a clear answer does not.
const messages: Record<string, string> = {
  unreachable: "No connection came about",
  timeout: "No answer in time",
  connection_lost: "The connection broke before an answer",
  answer_too_large: "The answer was too large to read",
  worker_lost: "The worker died during the call",
  not_json: "The answer could not be read: it is no JSON",
  unreadable_answer: "The answer names neither an order nor an error",
  unclear_error: "The error does not say whether the order was taken",
  contradictory_answer: "The answer names an order and an error at once",
  redirected: "The answer leads to another address",
  database_restored: "It may have been bought before the database was restored",
  duplicate_order_id: "The answer names an order that another item has",
  late_answer:
    "A supplier's answer came late and something may have been bought twice; the timeline has both numbers",
};

/** Why an item stands where it stands, a call ended as it did, or an order is flagged, for an operator. */
export function reasonText(code: string): string {
  return messages[code] ?? inWords(code);
}
