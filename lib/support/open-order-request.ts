import { z } from "zod";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { findOrderView } from "@/lib/orders/queries";
import { type RequestKind, requestKinds } from "@/lib/orders/request-offers";
import { openTicket } from "./open-ticket";
import { messageSchema } from "./schema";

/** The form on an order's page that requests a refill or a refund; the message is optional. */
export const orderRequestSchema = z.object({
  token: z.string().min(22).max(64),
  kind: z.enum(requestKinds),
  message: z.union([
    z
      .string()
      .regex(/^\s*$/)
      .transform(() => ""),
    messageSchema,
  ]),
});

export type OrderRequestInput = z.infer<typeof orderRequestSchema>;

const defaultMessages: Record<RequestKind, string> = {
  refill: "Please refill this order: the count has dropped since it was delivered.",
  refund: "Please refund this order.",
};

/**
 * Opens a refill or refund request for an order that its link names, as a ticket of the order's own address and account.
 * Errors: not_found (no such link); conflict when the terms do not offer it now, or when it was already requested.
 */
export async function openOrderRequest(
  db: Database,
  { token, kind, message }: OrderRequestInput,
  now = databaseNow(),
): Promise<{ ticketId: string }> {
  const [view, order] = await Promise.all([
    findOrderView(db, token, now),
    db.order.findUnique({ where: { token }, select: { id: true, email: true, userId: true } }),
  ]);
  if (!view || !order) throw new AppError("not_found");
  const { state } = view.requests[kind];
  if (state === "none") {
    throw new AppError("conflict", { userMessage: `A ${kind} of this order can't be asked for now.` });
  }
  const { id } = await openTicket(db, {
    caller: { userId: order.userId, email: order.email },
    kind,
    message: message || defaultMessages[kind],
    orderReference: "",
    orderId: order.id,
  });
  return { ticketId: id };
}
