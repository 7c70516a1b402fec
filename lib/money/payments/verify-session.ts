import type { Pool } from "pg";
import { z } from "zod";
import { logOrder } from "@/lib/base/logger";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { settlePayment } from "./settle-payment";

/** The outcome of a session's payment. `email` is the address that the payment was made with. */
type VerifiedSession =
  | {
      kind: "paid" | "refunding";
      orderId: string;
      amountCents: number;
      currency: string;
      email: string | null;
    }
  | { kind: "unpaid" }
  | { kind: "foreign" };

const sentSchema = z.object({ customer_email: z.string() });

/**
 * Says whether a session was paid, and settles one that is open here. A settled or closed session is answered from the
 * database. Stripe is asked about sessions that the database does not know once a second for the whole shop, because any
 * visitor can invent them. Errors: rate_limited, and those of `settlePayment`.
 */
export async function verifySession(
  deps: PaymentDeps & { pool: Pool },
  sessionId: string,
): Promise<VerifiedSession> {
  const attempt = await deps.db.paymentAttempt.findUnique({ where: { stripeSessionId: sessionId } });
  if (attempt && attempt.status !== "open" && attempt.status !== "creating") {
    const { orderId, status, amountCents, currency, params } = attempt;
    logOrder(orderId);
    if (status === "expired" || status === "failed") return { kind: "unpaid" };
    const email = sentSchema.safeParse(params).data?.customer_email ?? null;
    return { kind: status === "paid" ? "paid" : "refunding", orderId, amountCents, currency, email };
  }
  if (!attempt) await consumeRateLimit(deps.pool, "unknownSession", "all");
  const { session, ...settled } = await settlePayment(deps, sessionId);
  if (settled.kind === "foreign") return { kind: "foreign" };
  if (session.payment_status !== "paid") return { kind: "unpaid" };
  return {
    kind: settled.kind === "refunding" ? "refunding" : "paid",
    orderId: settled.orderId,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    email: session.customer_email,
  };
}
