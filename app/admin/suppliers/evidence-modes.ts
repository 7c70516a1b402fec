/** The ways to find evidence of a call whose answer was lost. */
export const evidenceModeLabels: Record<string, string> = {
  none: "It can't be proven: a person looks",
  request_id: "An id that is sent along is taken once",
  dedupe_window: "The same request within a time is the same order",
  balance: "Its balance tells; calls are made one at a time",
};
