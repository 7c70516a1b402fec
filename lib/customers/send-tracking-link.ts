import { z } from "zod";
import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import { emailSchema } from "@/lib/email/address";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { minute } from "@/lib/time";

const orderIdShape = /^[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?$/;

/** An order's number as a buyer types it: the whole id or its first eight characters. */
export const orderIdSchema = z
  .string({ error: "Order number is required" })
  .trim()
  .min(1, "Order number is required")
  .max(100, "Please enter the whole order number or its first 8 characters")
  .transform((id) => id.toLowerCase().replace(/^#\s*/, ""))
  .pipe(z.string().regex(orderIdShape, "Please enter the whole order number or its first 8 characters"));

/** The tracking form: the address, and the order number or its first eight characters. */
export const trackingSchema = z.object({ email: emailSchema, orderId: orderIdSchema });

export type TrackingInput = z.infer<typeof trackingSchema>;

/** The link is mailed at most once in this time. */
const quietMs = 5 * minute;

/**
 * Mails an order's link to the address it was placed with, if the two match, at most once in five minutes. Callers give
 * the same answer in every case.
 */
export async function sendTrackingLink(
  db: Db,
  { email, orderId }: TrackingInput,
  now = databaseNow(),
): Promise<void> {
  const order = await db.order.findFirst({
    where: { email, ...orderIdRange(orderId) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  if (!order) return;
  const about = `${order.id}:${Math.floor(now.getTime() / quietMs)}`;
  await enqueueMail(db, { kind: "tracking-link", about, orderId: order.id, recipient: email });
}

/** All ids that begin with the eight characters, as a range of the primary key; for a whole id, only that one. */
export function orderIdRange(orderId: string) {
  if (orderId.length > 8) return { id: orderId };
  return {
    id: { gte: `${orderId}-0000-0000-0000-000000000000`, lte: `${orderId}-ffff-ffff-ffff-ffffffffffff` },
  };
}
