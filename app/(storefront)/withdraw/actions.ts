"use server";

import { formAction } from "@/app/_server/run-action";
import { requireWithdrawals } from "@/app/_server/site";
import type { WithdrawalStep } from "@/components/withdrawal/withdrawal-form";
import { mayMail } from "@/lib/customers/mail-allowance";
import { getConnection } from "@/lib/db/client";
import { mailTime } from "@/lib/email/mail-time";
import { AppError, hasCode } from "@/lib/errors";
import { shortOrderId } from "@/lib/order-id";
import { consumeForAddress } from "@/lib/rate-limit/consume-rate-limit";
import { withdrawalSchema } from "@/lib/withdrawal/schema";
import { findOrderOfToken, takeStatement } from "@/lib/withdrawal/take-statement";

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
