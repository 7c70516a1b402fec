import "server-only";
import { z } from "zod";
import { getDb } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sha256 } from "@/lib/ids";
import { type Settled, settlePayment } from "@/lib/payments/settle-payment";
import type { Caller } from "../caller";
import { checkoutDeps } from "../runtime";
import { functionHandler, type Handler } from "./function-handler";

const sessionIdSchema = z.object({
  sessionId: z
    .string({ error: "No payment session found" })
    .regex(/^cs_(test|live)_\w{8,200}$/, "No payment session found"),
});

/**
 * Says whether a payment page was paid, and settles the order before it says so. Whoever holds the session id learns
 * the amount; the email and the way to the order are for the account or the browser that placed it.
 */
const handler = functionHandler({
  name: "verify-payment",
  limit: "verifyPayment",
  schema: sessionIdSchema,
  handler: async ({ input, caller }) => {
    const settled = await settlePayment(checkoutDeps(), input.sessionId);
    if (settled.kind === "foreign")
      throw new AppError("not_found", { userMessage: "Payment verification failed" });
    if (settled.session.payment_status !== "paid") return { success: false };
    const own = await findOwnOrder(settled, caller);
    return {
      success: true,
      session: {
        amount_total: settled.session.amount_total,
        currency: settled.session.currency,
        customer_email: own?.email ?? null,
        payment_status: settled.session.payment_status,
      },
      orderUrl: own && `/order/${own.token}`,
    };
  },
});

/** The same handler, whose every failure says `success:false` beside its error. */
export const verifyPaymentHandler: Handler = async (request) => {
  const response = await handler(request);
  if (response.ok) return response;
  return Response.json(
    { success: false, ...(await response.json()) },
    { status: response.status, headers: response.headers },
  );
};

/** The order behind a settled session, if it is this caller's account's or this caller's cookie placed it. */
async function findOwnOrder(
  settled: Settled & { orderId: string },
  caller: Caller,
): Promise<{ email: string; token: string } | null> {
  const owners = [
    ...(caller.kind === "customer" ? [{ userId: caller.user.id }] : []),
    ...(caller.guestKey ? [{ guestKeyHash: sha256(caller.guestKey) }] : []),
  ];
  if (owners.length === 0) return null;
  return getDb().order.findFirst({
    where: { id: settled.orderId, OR: owners },
    select: { email: true, token: true },
  });
}
