import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import { loadReceipt, type WithdrawalReceipt } from "@/lib/email/withdrawal-receipt";
import type { Platform, ServiceType } from "@/lib/platforms";
import { withdrawalEndsAt } from "@/lib/withdrawal-period";

/** An order that a link opens, as far as its withdrawal needs it. */
export type OrderToWithdraw = {
  order: {
    number: string;
    platform: Platform;
    serviceType: ServiceType;
    username: string;
    quantity: number;
  };
  /** The buyer can withdraw without a reason, and has not. */
  isOffered: boolean;
  /** The buyer withdrew before paying: there is nothing left to do. */
  isVoid: boolean;
  /** The first statement's; null before there is one. */
  receipt: WithdrawalReceipt | null;
};

type Found = OrderToWithdraw["order"] & { createdAt: Date; isVoid: boolean; statedId: string | null };

/** The order of a token with what its withdrawal page needs at `now`; null for an unknown token. */
export async function findWithdrawal(
  db: Db,
  token: string,
  now = databaseNow(),
): Promise<OrderToWithdraw | null> {
  if (!/^[\w-]{22,64}$/.test(token)) return null;
  const [found] = await db.$queryRaw<Found[]>`
    SELECT left(id::text, 8) AS number, platform::text, service_type::text AS "serviceType", username, quantity,
      created_at AS "createdAt", withdrawn_at IS NOT NULL AND paid_cents = 0 AS "isVoid", (
        SELECT stated.id FROM withdrawals AS stated
        WHERE stated.order_id = orders.id OR (stated.email = orders.email AND stated.name <> ''
          AND stated.order_number = left(orders.id::text, 8) AND stated.decided_at IS NULL)
        ORDER BY stated.stated_at LIMIT 1) AS "statedId"
    FROM orders WHERE token = ${token}`;
  if (!found) return null;
  const { createdAt, isVoid, statedId, ...order } = found;
  return {
    order,
    isOffered: !statedId && now <= withdrawalEndsAt(createdAt),
    isVoid,
    receipt: statedId ? await loadReceipt(db, statedId) : null,
  };
}
