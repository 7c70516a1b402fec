import type { Database } from "@/lib/db/client";
import { closeSession } from "@/lib/payments/close-session";
import { settlePayment } from "@/lib/payments/settle-payment";
import { maySend } from "@/lib/quarantine/database-mark";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { decideWithdrawal, findStatedOrder, mailReceipt } from "./decide-withdrawal";

/**
 * Carries out a statement of withdrawal: the decision with its receipt, a ticket for an operator when no order matches,
 * and the end of an unpaid order's payment pages. Safe to repeat. In quarantine only the receipt is queued, because
 * items or orders that are unsent or unpaid here may be neither; the sweeper adds the job again afterwards. Errors:
 * payment_unavailable (the job is retried).
 */
export async function carryOutWithdrawal(deps: PaymentDeps, id: string): Promise<void> {
  const { db } = deps;
  await decideStatement(db, id);
  const pages = await db.paymentAttempt.findMany({
    where: {
      status: "open",
      stripeSessionId: { not: null },
      order: { withdrawals: { some: { id, outcome: "unpaid" } } },
    },
    select: { stripeSessionId: true },
  });
  for (const { stripeSessionId } of pages) if (stripeSessionId) await closePage(deps, stripeSessionId);
}

/** A page that was paid by a delayed method can't be closed; when the money arrives, it is refunded (settlePayment). */
async function closePage(deps: PaymentDeps, sessionId: string): Promise<void> {
  const { kind, session } = await settlePayment(deps, sessionId);
  if (kind === "open" && session.status === "open") await closeSession(deps, sessionId);
}

/**
 * The part of `carryOutWithdrawal` that needs the database alone: decides the statement. In quarantine it queues the
 * receipt.
 */
export async function decideStatement(db: Database, id: string): Promise<void> {
  const stated = await db.withdrawal.findUnique({ where: { id, decidedAt: null } });
  if (!stated) return;
  const order = await findStatedOrder(db, stated);
  if (!(await maySend(db))) return mailReceipt(db, stated, order?.id ?? null);
  return decideWithdrawal(db, id, order?.id ?? null);
}
