import type { Database } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { insertOrder, type NewOrder } from "@/lib/money/payments/insert-order";
import type { CreateOrderInput } from "./create-order-schema";

/** By what a repetition of a request is recognised. */
export type RequestIdentity = {
  keys: string[];
  /**
   * The key that a guest's requests share before and after they got their cookie. It is stored too, so that concurrent
   * requests with and without the cookie violate a unique key instead of creating two orders.
   */
  addressKey: string | null;
  hash: string;
};

/** `scopes`: the caller's identities, the most certain first. */
export function requestIdentity(
  { challengeSolution: _, ...order }: CreateOrderInput,
  { userId, scopes }: { userId: string | null; scopes: string[] },
  idempotencyKey: string,
): RequestIdentity {
  const keys = scopes.map((scope) => sha256(`${scope}\n${idempotencyKey}`));
  const addressKey = userId === null ? (keys.at(-1) ?? null) : null;
  // Without the solution of a challenge, because a solved retry is the same request.
  return { keys, addressKey, hash: sha256(JSON.stringify(order)) };
}

/** Inserts the order; null, or the order that a concurrent repetition of this request inserted first. */
export async function insertUnlessRepeated(
  db: Database,
  order: NewOrder,
  request: RequestIdentity | null,
): Promise<{ id: string; token: string } | null> {
  try {
    await insertOrder(db, order);
    return null;
  } catch (error) {
    if (!request || !isUniqueViolation(error)) throw error;
    const winner = await findRepeated(db, request);
    if (winner) return winner;
    if (order.requestAddressKey === null) throw error;
    // Another guest at this address used the same key for another order.
    return insertUnlessRepeated(db, { ...order, requestAddressKey: null }, request);
  }
}

export type RepeatedOrder = { id: string; token: string; hash: string; isWithdrawn: boolean };

/** SQL: the order that this request has made before, as one JSON value; null without one. */
export function repeatedOrder(request: RequestIdentity | null): Prisma.Sql {
  const { keys, addressKey, hash } = request ?? { keys: [], addressKey: null, hash: null };
  // A guest without a cookie may be repeating a request that got one. With one, an equal order from the same address is
  // another click of the same buyer, whose answer set a different cookie.
  const hasCookie = keys.length > 1;
  const isOwn = Prisma.sql`request_key = ANY(${keys}::text[])`;
  return Prisma.sql`
    (SELECT json_build_object('id', id, 'token', token, 'hash', request_hash, 'isWithdrawn', withdrawn_at IS NOT NULL)
      FROM orders WHERE ${isOwn} OR (request_address_key = ${addressKey}::text AND (request_hash = ${hash}::text OR NOT ${hasCookie}::boolean))
      ORDER BY ${isOwn} DESC NULLS LAST LIMIT 1)`;
}

/** The page forgets the key of an order whose buyer withdrew, and asks again for a new order. */
export function asRepeated(order: RepeatedOrder | null, request: RequestIdentity): RepeatedOrder | null {
  if (order && (order.hash !== request.hash || order.isWithdrawn)) throw new AppError("idempotency_conflict");
  return order;
}

async function findRepeated(db: Database, request: RequestIdentity): Promise<RepeatedOrder | null> {
  const [row] = await db.$queryRaw<{ repeated: RepeatedOrder | null }[]>`
    SELECT ${repeatedOrder(request)} AS repeated`;
  return asRepeated(row?.repeated ?? null, request);
}
