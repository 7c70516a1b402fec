import "server-only";
import { z } from "zod";
import { getConnection, getDb } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { verifySession } from "@/lib/money/payments/verify-session";
import type { Caller } from "../caller";
import { checkoutDeps } from "../runtime";
import { functionHandler, type Handler } from "./function-handler";

const sessionIdSchema = z.object({
  sessionId: z
    .string({ error: "No payment session found" })
    .regex(/^cs_(test|live)_\w{8,200}$/, "No payment session found"),
});

/**
 * Settles the order of a payment session and says whether it was paid, and whether that payment goes back
 * (`isRefunding`). Knowing the session id is enough to see the amount; the order's link, and the email that the payment
 * was made with, are returned only to the account or browser that placed the order.
 */
const handler = functionHandler({
  name: "verify-payment",
  limit: "verifyPayment",
  schema: sessionIdSchema,
  share: "orders",
  handler: async ({ input, caller, request }) => {
    const { pool } = getConnection();
    const verified = await verifySession({ ...checkoutDeps(request.headers), pool }, input.sessionId);
    if (verified.kind === "foreign") throw notFound("Payment verification failed");
    if (verified.kind === "unpaid") return { success: false };
    const own = await findOwnOrder(verified.orderId, caller);
    return {
      success: true,
      session: {
        amount_total: verified.amountCents,
        currency: verified.currency,
        // The session's, not the order's: a guest's order takes the address of the account that it is linked to.
        customer_email: own && verified.email,
        payment_status: "paid",
      },
      orderUrl: own && `/order/${own.token}`,
      isRefunding: verified.kind === "refunding",
    };
  },
});

/** The same handler with `success: false` beside every error. */
export const verifyPaymentHandler: Handler = async (request) => {
  const response = await handler(request);
  if (response.ok) return response;
  return Response.json(
    { success: false, ...(await response.json()) },
    { status: response.status, headers: response.headers },
  );
};

/** The session's order if it belongs to the caller's account or was placed with the caller's guest cookie. */
async function findOwnOrder(orderId: string, caller: Caller): Promise<{ token: string } | null> {
  const owners = [
    ...(caller.kind === "customer" ? [{ userId: caller.user.id }] : []),
    ...(caller.guestKey ? [{ guestKeyHash: sha256(caller.guestKey) }] : []),
  ];
  if (owners.length === 0) return null;
  return getDb().order.findFirst({
    where: { id: orderId, OR: owners },
    select: { token: true },
  });
}
