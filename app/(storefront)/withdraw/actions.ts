"use server";

import { formAction } from "@/app/_server/run-action";
import { requireWithdrawals } from "@/app/_server/site";
import type { WithdrawalStep } from "@/components/withdrawal/withdrawal-form";
import { getConnection } from "@/lib/base/db/client";
import { AppError, hasCode } from "@/lib/base/errors";
import { shortOrderId } from "@/lib/base/order-id";
import { consumeForAddress } from "@/lib/base/rate-limit/consume-rate-limit";
import { findOrderOfToken, takeStatement } from "@/lib/buyer/withdrawal/take-statement";
import { withdrawalSchema } from "@/lib/buyer/withdrawal/withdrawal-forms";
import { mailTime } from "@/lib/mail/queue/mail-time";
import { mayMail } from "@/lib/people/customers/mail-allowance";

/**
 * Shows a statement of withdrawal for confirmation, then records it. Answer and work are the same whether the order
 * exists or not: a worker looks it up, and the receipt says what follows.
 */
export const withdrawAction = formAction(
  "public",
  withdrawalSchema,
  async ({ step, name, email, order }, { address }): Promise<WithdrawalStep> => {
    await requireWithdrawals();
    const { db, pool } = getConnection();
    await consumeForAddress(pool, "withdrawal", address);
    const orderNumber = "token" in order ? await numberOf(order.token) : order.number;
    if (step === "review") return { kind: "review", name, email, orderNumber, preview: null };
    // A withdrawal is recorded even when the limit of mails to this address is used up.
    const isMailed = await mayMail(pool, email, { address });
    const { statedAt } = await takeStatement(db, { name, email, orderNumber, isMailed });
    return { kind: "taken", name, email, orderNumber, statedAt: mailTime(statedAt), answer: null };
  },
);

async function numberOf(token: string): Promise<string> {
  try {
    return shortOrderId((await findOrderOfToken(getConnection().db, token)).id);
  } catch (error) {
    if (!hasCode(error, "not_found")) throw error;
    const order = "This link doesn't open an order. Please enter the order number instead.";
    throw new AppError("invalid_input", { fieldErrors: { order } });
  }
}
