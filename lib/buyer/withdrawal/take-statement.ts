import type { Database, Db } from "@/lib/base/db/client";
import type { Order } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { isOrderToken } from "@/lib/base/order-id";
import { databaseNow } from "@/lib/base/time/clock";
import { soldNames } from "@/lib/orders/order/sold-as";
import { contractDate, withdrawalEndsAt } from "@/lib/orders/order/withdrawal-period";
import type { UnitWords } from "@/lib/shop/catalog/catalog";
import { carryOutWithdrawalJob } from "./withdrawal-jobs";
import { loadReceipt, type WithdrawalReceipt } from "./withdrawal-receipt";

/**
 * The outcome of a statement that anyone could make who knows an order's number and address. What is unsent is paused,
 * and nothing is carried out until the order's own link confirms it.
 */
export const unconfirmed = "unconfirmed";

type Statement = {
  name: string;
  email: string;
  /** The first eight characters of the order's id. */
  orderNumber: string;
  /** False when the address has used up its limit of mails; the statement is taken all the same. */
  isMailed: boolean;
  /** The order whose own link the caller has shown; without it, the statement waits for a confirmation by that link. */
  orderId?: string;
};

type TakenStatement = { id: string; statedAt: Date };

/**
 * Stores a statement of withdrawal, with the job that decides it (carry-out-withdrawal.ts). The order is not looked up:
 * work and answer are the same whether it exists or not. A repeated statement returns the first one. With `orderId` it
 * also confirms an earlier one by number and address, whose date still counts.
 */
export async function takeStatement(db: Database, statement: Statement): Promise<TakenStatement> {
  const { name, email, orderNumber, isMailed, orderId = null } = statement;
  return db.$transaction(async (tx) => {
    const [taken] = await tx.$queryRaw<TakenStatement[]>`
      INSERT INTO withdrawals AS stated (order_id, name, email, order_number, is_mailed)
      VALUES (${orderId}::uuid, ${name}, ${email}, ${orderNumber}, ${isMailed})
      ON CONFLICT (email, order_number) WHERE name <> '' DO UPDATE
        SET order_id = EXCLUDED.order_id, name = EXCLUDED.name, outcome = NULL, decided_at = NULL
        WHERE EXCLUDED.order_id IS NOT NULL AND (stated.outcome = ${unconfirmed}
          OR (stated.outcome IS NULL AND stated.order_id IS NULL))
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
  const select = { id: true, email: true, emailAtPurchase: true, userId: true, guestKeyHash: true };
  const order = await db.order.findUnique({ where: { token }, select });
  if (!order) throw new AppError("not_found");
  return order;
}

/** An order that a link opens, as far as its withdrawal needs it. */
export type OrderToWithdraw = {
  order: Pick<Order, "platformLabel" | "username" | "quantity"> & { number: string; unit: UnitWords };
  /** The buyer can withdraw without a reason, and has not; or has to confirm it. */
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
  isUnconfirmed: boolean;
};

/** The order of a token with what its withdrawal page needs now; null for an unknown token. */
export async function findWithdrawal(db: Db, token: string): Promise<OrderToWithdraw | null> {
  if (!isOrderToken(token)) return null;
  const [found] = await db.$queryRaw<Found[]>`
    SELECT left(orders.id::text, 8) AS number, ${soldNames}, username, quantity,
      created_at AS "createdAt", paid_at AS "paidAt", withdrawn_at IS NOT NULL AND paid_cents = 0 AS "isVoid",
      stated.id AS "statedId", stated.outcome IS NOT DISTINCT FROM ${unconfirmed} AS "isUnconfirmed"
    FROM orders LEFT JOIN LATERAL (
      SELECT id, outcome FROM withdrawals
      WHERE order_id = orders.id OR (email = orders.email AND name <> ''
        AND order_number = left(orders.id::text, 8) AND decided_at IS NULL)
      ORDER BY outcome IS NOT DISTINCT FROM ${unconfirmed}, stated_at LIMIT 1
    ) AS stated ON true
    WHERE token = ${token}`;
  if (!found) return null;
  const { createdAt, paidAt, isVoid, statedId, isUnconfirmed, ...order } = found;
  const isInTime = databaseNow() <= withdrawalEndsAt(contractDate({ paidAt, createdAt }));
  return {
    order,
    isOffered: isUnconfirmed || (!statedId && isInTime),
    isVoid,
    receipt: statedId ? await loadReceipt(db, statedId) : null,
  };
}
