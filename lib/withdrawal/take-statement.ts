import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { settleWithdrawalJob } from "./jobs";

export type Statement = {
  name: string;
  email: string;
  /** The first eight characters of the order's id. */
  orderNumber: string;
  /** False when the address has used up its limit of mails; the statement is taken all the same. */
  isMailed: boolean;
};

export type TakenStatement = { id: string; statedAt: Date };

/**
 * Stores a statement of withdrawal, with the job that decides it (settle-withdrawal.ts). The order is not looked up:
 * work and answer are the same whether it exists or not. A repeated statement returns the first one.
 */
export async function takeStatement(db: Database, statement: Statement): Promise<TakenStatement> {
  const { name, email, orderNumber, isMailed } = statement;
  return db.$transaction(async (tx) => {
    const [taken] = await tx.$queryRaw<TakenStatement[]>`
      INSERT INTO withdrawals (name, email, order_number, is_mailed)
      VALUES (${name}, ${email}, ${orderNumber}, ${isMailed})
      ON CONFLICT (email, order_number) WHERE name <> '' DO NOTHING
      RETURNING id, stated_at AS "statedAt"`;
    if (!taken) {
      return tx.withdrawal.findFirstOrThrow({
        where: { email, orderNumber, NOT: { name: "" } },
        select: { id: true, statedAt: true },
      });
    }
    await enqueue(tx, [settleWithdrawalJob.of(taken.id)]);
    logger.info({ withdrawalId: taken.id }, "a statement of withdrawal was taken");
    return taken;
  });
}

/** Errors: not_found for a token that opens no order. */
export async function findOrderOfToken(db: Database, token: string): Promise<{ id: string; email: string }> {
  const order = await db.order.findUnique({ where: { token }, select: { id: true, email: true } });
  if (!order) throw new AppError("not_found");
  return order;
}
