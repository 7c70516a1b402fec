import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { OrderStatus } from "@/lib/base/db/generated/enums";
import { withIsoDates } from "@/lib/base/time/time";
import { soldNames } from "@/lib/orders/order/sold-as";
import type { UnitWords } from "@/lib/shop/catalog/catalog";

/** What a person has bought. */
export type BuyerSums = {
  /** Paid orders. */
  orders: number;
  /** Their payments, less what went back to the buyer. */
  netCents: number;
  refundedOrders: number;
  disputes: number;
};

export type BuyerOrder = ReturnType<typeof toBuyerOrder>;

export type BuyerHistory = {
  /** Of the account; null for a guest. */
  account: BuyerSums | null;
  /** Of the order's address, whichever account they belong to. */
  address: BuyerSums;
  /** The newest other orders of the account or the address. */
  others: BuyerOrder[];
};

const listed = 5;

/** A buyer by account and by address, with the newest orders besides this one. */
export async function findBuyerHistory(
  db: Db,
  { orderId, userId, email }: { orderId: string | null; userId: string | null; email: string },
): Promise<BuyerHistory> {
  const ofAccount = userId ? Prisma.sql`orders.user_id = ${userId}::uuid` : null;
  const ofAddress = Prisma.sql`orders.email = ${email}`;
  const [account, address, others] = await Promise.all([
    ofAccount && sumsOf(db, ofAccount),
    sumsOf(db, ofAddress),
    db.$queryRaw<BuyerOrderRow[]>`
      SELECT id, ${soldNames}, quantity,
        price_total_cents AS "priceTotalCents", status::text, created_at AS "createdAt"
      FROM orders WHERE (${ofAccount ?? Prisma.sql`FALSE`} OR ${ofAddress}) AND id IS DISTINCT FROM ${orderId}::uuid
      ORDER BY created_at DESC, id DESC LIMIT ${listed}::int`,
  ]);
  return { account, address, others: others.map(toBuyerOrder) };
}

type BuyerOrderRow = {
  id: string;
  platformLabel: string;
  unit: UnitWords;
  quantity: number;
  priceTotalCents: number;
  status: OrderStatus;
  createdAt: Date;
};

const toBuyerOrder = (row: BuyerOrderRow) =>
  withIsoDates(row, ["id", "platformLabel", "unit", "quantity", "priceTotalCents", "status", "createdAt"]);

async function sumsOf(db: Db, condition: Prisma.Sql): Promise<BuyerSums> {
  const [sums] = await db.$queryRaw<BuyerSums[]>`SELECT ${buyerSums} FROM orders WHERE ${condition}`;
  return sums ?? { orders: 0, netCents: 0, refundedOrders: 0, disputes: 0 };
}

/** The columns of BuyerSums over rows of `orders`. Cents are exact: a double holds every whole number below 2^53. */
export const buyerSums = Prisma.sql`
  count(*) FILTER (WHERE orders.paid_at IS NOT NULL)::int AS orders,
  COALESCE(sum(orders.paid_cents - orders.refunded_cents - orders.bank_returned_cents), 0)::float8 AS "netCents",
  count(*) FILTER (WHERE orders.refunded_cents > 0)::int AS "refundedOrders",
  COALESCE(sum((SELECT count(*) FROM disputes WHERE disputes.order_id = orders.id)), 0)::int AS disputes`;
