import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { orderIdRange, orderIdSchema } from "@/lib/base/order-number";
import { minute } from "@/lib/base/time/time";
import { emailSchema } from "@/lib/mail/address/address";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { trackingLinkMail } from "./tracking-link-mail";

/** The tracking form: the address, and the order number or its first eight characters. */
export const trackingSchema = z.object({ email: emailSchema, orderId: orderIdSchema });

/** An order's link is mailed at most once in each period of this length, counted from 1970. */
const quietMs = 5 * minute;

/**
 * Mails an order's link to the address it was placed with, if the two match, at most once in each five minutes of the
 * clock (9:00 to 9:05). Callers give the same answer in every case.
 */
export async function sendTrackingLink(
  db: Db,
  { email, orderId }: z.infer<typeof trackingSchema>,
  now: Date,
): Promise<void> {
  const order = await db.order.findFirst({
    where: { email, ...orderIdRange(orderId) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  if (!order) return;
  const about = `${order.id}:${Math.floor(now.getTime() / quietMs)}`;
  await enqueueMail(db, trackingLinkMail, { about, orderId: order.id, recipient: email });
}
