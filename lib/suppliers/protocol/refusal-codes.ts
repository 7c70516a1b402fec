/**
 * Why a supplier did not take an order; all mean that nothing was bought. unreachable: there was no connection.
 * not_executed: the request was not written, or its evidence proves it. other: a plain error with an unknown text.
 */
export const refusalCodes = [
  "bad_key",
  "no_funds",
  "service_unavailable",
  "bad_quantity",
  "bad_target",
  "target_busy",
  "rate_limited",
  "unreachable",
  "not_executed",
  "other",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

// The error texts of SMM panels (API v2), which copied them from one another. Each pattern must match the whole text,
// because a search for a word would find "count" in "account".
const texts: [RefusalCode, RegExp][] = [
  ["bad_key", /^(invalid|incorrect|wrong) (api )?key$/],
  ["bad_key", /^incorrect request$/],
  ["bad_key", /^api key (is )?(invalid|incorrect|disabled|inactive|not found)$/],
  ["no_funds", /^(not enough|insufficient) (funds|balance)( on (your )?balance| in (your )?account)?$/],
  ["no_funds", /^neworder\.error\.not_enough_funds$/],
  ["service_unavailable", /^(incorrect|invalid) service( id)?$/],
  ["service_unavailable", /^(error\.)?incorrect_service_id$/],
  ["service_unavailable", /^service_not_found$/],
  [
    "service_unavailable",
    /^(this )?service (is )?(not found|disabled|inactive|unavailable|not available|does not exist)$/,
  ],
  ["service_unavailable", /^(this )?service (is )?(under|in|on) maintenance$/],
  ["bad_quantity", /^(incorrect|invalid|bad)[ _]quantity$/],
  ["bad_quantity", /^neworder\.error\.(min|max)_quantity$/],
  [
    "bad_quantity",
    /^quantity (is )?(less|more|lower|greater|higher) than (the )?(minimal|maximal|minimum|maximum|min|max)( \d+)?$/,
  ],
  ["bad_quantity", /^quantity (is )?out of (bounds|range)$/],
  ["bad_quantity", /^(min|max)(imum|imal)? quantity( is)? \d+$/],
  ["bad_target", /^(bad|incorrect|invalid|wrong)[ _](link|url)$/],
  ["bad_target", /^neworder\.error\.link$/],
  ["bad_target", /^(this |the )?(account|profile|page|link) (is )?private$/],
  ["bad_target", /^private( (account|profile))?$/],
  ["target_busy", /^you have (an )?active order with this link\b[^{}<>]*$/],
  ["target_busy", /^neworder\.error\.link_duplicate$/],
  ["rate_limited", /^too many requests\b[^{}<>]*$/],
  ["rate_limited", /^rate limit (exceeded|reached)$/],
];

/** The code of a known error text, ignoring case and a final full stop or exclamation mark; null for an unknown one. */
export function knownRefusal(text: string): RefusalCode | null {
  const plain = plainText(text);
  return texts.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** A text for comparison: trimmed, in lower case, with single spaces, without final full stops or exclamation marks. */
export function plainText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "");
}
