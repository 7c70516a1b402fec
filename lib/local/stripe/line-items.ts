import { z } from "zod";
import { ApiError } from "./api-error";
import { lineItem } from "./objects";
import { integer, list, text } from "./params";
import type { StoredSession } from "./state";

/** Prices come with the session, because this account has no price objects. */
export const lineItemsSchema = list(
  z.strictObject({
    price_data: z.strictObject({
      currency: z.string().regex(/^[a-z]{3}$/i),
      unit_amount: integer.refine((amount) => amount >= 0, {
        error: "Invalid non-negative integer",
        params: { code: "parameter_invalid_integer" },
      }),
      product_data: z.strictObject({ name: text(), description: text().optional() }),
    }),
    quantity: integer.refine((quantity) => quantity >= 1, {
      error: "This value must be greater than or equal to 1.",
      params: { code: "parameter_invalid_integer" },
    }),
  }),
);

type LineItemParams = z.output<typeof lineItemsSchema>;
type Lines = StoredSession["lines"];

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts (usd; other currencies differ)
const smallestTotal = 50;
const largestTotal = 99_999_999;

/**
 * The session's lines and their total. Throws ApiError 400 for no lines, mixed currencies, or a total that a card
 * can't be charged.
 */
export function readLines(params: LineItemParams): { lines: Lines; currency: string; total: number } {
  const lines = params.map(readLine);
  const currency = lines[0]?.item.currency;
  if (!currency) throw new ApiError(400, "You must provide line_items.", { param: "line_items" });
  if (lines.some((line) => line.item.currency !== currency)) {
    throw new ApiError(400, "All line items must have the same currency.", { param: "line_items" });
  }
  const total = lines.reduce((sum, line) => sum + line.item.amount_total, 0);
  if (total < smallestTotal) {
    throw new ApiError(400, "The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
    });
  }
  if (total > largestTotal) {
    throw new ApiError(400, "The Checkout Session's total amount due must be no more than $999,999.99", {
      code: "amount_too_large",
    });
  }
  return { lines, currency, total };
}

function readLine({ price_data: data, quantity }: LineItemParams[number]): Lines[number] {
  return {
    item: lineItem(data.product_data.name, data.currency.toLowerCase(), data.unit_amount, quantity),
    detail: data.product_data.description ?? null,
  };
}
