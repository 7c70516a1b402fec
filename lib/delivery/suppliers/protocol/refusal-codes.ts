/**
 * Why a supplier did not take an order; all mean that nothing was bought. access_denied: it turns our account or our
 * server away, whatever the key. service_gone: it no longer has the service. wrong_address: its server sent the call to
 * another address before the panel saw it. unreachable: there was no connection. not_executed: the request was not
 * written, or its evidence proves it. other: a plain error with an unknown text.
 */
export const refusalCodes = [
  "bad_key",
  "access_denied",
  "no_funds",
  "service_gone",
  "service_unavailable",
  "bad_quantity",
  "bad_target",
  "target_busy",
  "rate_limited",
  "wrong_address",
  "unreachable",
  "not_executed",
  "other",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** A text for comparison: trimmed, in lower case, with single spaces, without final full stops or exclamation marks. */
export function plainText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "");
}
