/** The ways to find evidence of a call whose answer was lost. */
export const evidenceModeLabels: Record<string, string> = {
  none: "No evidence: manual review",
  request_id: "A request id is accepted only once",
  dedupe_window: "A repeated request within a time window gives the same order",
  balance: "The balance before and after, one call at a time",
};
