"use server";

import { formAction } from "@/app/_server/run-action";
import { requireWithdrawals } from "@/app/_server/site";
import type { WithdrawalStep } from "@/components/withdrawal/withdrawal-form";
import { getConnection } from "@/lib/base/db/client";
import { shortOrderId } from "@/lib/base/order-id";
import { consumeForAddress } from "@/lib/base/rate-limit/consume-rate-limit";
import { decideStatement, previewWithdrawal } from "@/lib/buyer/withdrawal/carry-out-withdrawal";
import { findOrderOfToken, takeStatement } from "@/lib/buyer/withdrawal/take-statement";
import { ownWithdrawalSchema } from "@/lib/buyer/withdrawal/withdrawal-forms";
import { loadReceipt } from "@/lib/buyer/withdrawal/withdrawal-receipt";
import { emailForHolder } from "@/lib/orders/order/guest-order";

/** Shows the withdrawal of the link's holder for confirmation, then records and decides it. */
export const withdrawOrderAction = formAction(
  "public",
  ownWithdrawalSchema,
  async ({ step, name, token }, { address }): Promise<WithdrawalStep> => {
    await requireWithdrawals();
    const { db, pool } = getConnection();
    await consumeForAddress(pool, "withdrawal", address);
    const order = await findOrderOfToken(db, token);
    const facts = { name, email: emailForHolder(order), orderNumber: shortOrderId(order.id) };
    if (step === "review") {
      return { kind: "review", ...facts, preview: await previewWithdrawal(db, order.id) };
    }
    const { id } = await takeStatement(db, {
      name,
      email: order.email,
      orderNumber: facts.orderNumber,
      isMailed: true,
      orderId: order.id,
    });
    await decideStatement(db, id);
    const { statedAt, answer } = await loadReceipt(db, id);
    return { kind: "taken", ...facts, statedAt, answer };
  },
);
