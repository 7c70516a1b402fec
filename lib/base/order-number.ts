import { z } from "zod";
import { isOrderToken } from "./order-id";
import { plainCharacters } from "./text/typed-text";

const orderIdShape = /^[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?$/;

/** An order's number as a buyer types it: the whole id or its first eight characters. */
export const orderIdSchema = z
  .string({ error: "Order number is required" })
  .trim()
  .min(1, "Order number is required")
  .max(100, "Please enter the whole order number or its first 8 characters")
  .transform((id) => plainCharacters(id).toLowerCase().replace(/^#\s*/, ""))
  .pipe(z.string().regex(orderIdShape, "Please enter the whole order number or its first 8 characters"));

/** All ids that begin with the eight characters, as a range of the primary key; for a whole id, only that one. */
export function orderIdRange(orderId: string) {
  if (orderId.length > 8) return { id: orderId };
  return {
    id: { gte: `${orderId}-0000-0000-0000-000000000000`, lte: `${orderId}-ffff-ffff-ffff-ffffffffffff` },
  };
}

/** The token of an order's link. */
export const orderTokenSchema = z.string().refine(isOrderToken);
