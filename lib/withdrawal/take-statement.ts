import { databaseNow } from "@/lib/clock";
import type { Database, Db } from "@/lib/db/client";
import type { Order } from "@/lib/db/generated/client";
import { loadReceipt, type WithdrawalReceipt } from "@/lib/email/withdrawal-receipt";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { isOrderToken } from "@/lib/order-id";
import { contractDate, withdrawalEndsAt } from "@/lib/withdrawal-period";
import { carryOutWithdrawalJob } from "./jobs";

type Statement = {
  name: string;
  email: string;
  /** The first eight characters of the order's id. */
  orderNumber: string;
  /** False when the address has used up its limit of mails; the statement is taken all the same. */
  isMailed: boolean;
};

type TakenStatement = { id: string; statedAt: Date };

/**
 * Stores a statement of withdrawal, with the job that decides it (carry-out-withdrawal.ts). The order is not looked up:
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
    await enqueue(tx, [carryOutWithdrawalJob.of(taken.id)]);
    logger.info({ withdrawalId: taken.id }, "a statement of withdrawal was taken");
    return taken;
  });
}

/** The order that a token opens. Errors: not_found. */
export async function findOrderOfToken(db: Database, token: string) {
  const select = { id: true, email: true, userId: true, guestKeyHash: true };
  const order = await db.order.findUnique({ where: { token }, select });
  if (!order) throw new AppError("not_found");
  return order;
}

/** An order that a link opens, as far as its withdrawal needs it. */
type OrderToWithdraw = {
  order: Pick<Order, "platform" | "serviceType" | "username" | "quantity"> & { number: string };
  /** The buyer can withdraw without a reason, and has not. */
  isOffered: boolean;
  /** The buyer withdrew before paying: there is nothing left to do. */
  isVoid: boolean;
  /** The first statement's; null before there is one. */
  receipt: WithdrawalReceipt | null;
};

type Found = OrderToWithdraw["order"] & {
  createdAt: Date;
  paidAt: Date | null;
  isVoid: boolean;
  statedId: string | null;
};

/** The order of a token with what its withdrawal page needs now; null for an unknown token. */
export async function findWithdrawal(db: Db, token: string): Promise<OrderToWithdraw | null> {
  if (!isOrderToken(token)) return null;
  const [found] = await db.$queryRaw<Found[]>`
    SELECT left(id::text, 8) AS number, platform::text, service_type::text AS "serviceType", username, quantity,
      created_at AS "createdAt", paid_at AS "paidAt", withdrawn_at IS NOT NULL AND paid_cents = 0 AS "isVoid", (
        SELECT stated.id FROM withdrawals AS stated
        WHERE stated.order_id = orders.id OR (stated.email = orders.email AND stated.name <> ''
          AND stated.order_number = left(orders.id::text, 8) AND stated.decided_at IS NULL)
        ORDER BY stated.stated_at LIMIT 1) AS "statedId"
    FROM orders WHERE token = ${token}`;
  if (!found) return null;
  const { createdAt, paidAt, isVoid, statedId, ...order } = found;
  return {
    order,
    isOffered: !statedId && databaseNow() <= withdrawalEndsAt(contractDate({ paidAt, createdAt })),
    isVoid,
    receipt: statedId ? await loadReceipt(db, statedId) : null,
  };
}
