import type { Database, Tx } from "@/lib/base/db/client";
import { type FulfillmentItem, Prisma, type Supplier } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { Semaphore } from "@/lib/base/process/semaphore";
import { maySendSql } from "@/lib/base/quarantine/database-mark";
import { submitItemJob } from "@/lib/delivery/items/item-jobs";
import { type ItemLease, leaseColumns, leaseJoins } from "@/lib/delivery/items/item-lease";
import { spendToken } from "@/lib/delivery/suppliers/health";
import { paceOf, type SupplierState } from "@/lib/delivery/suppliers/pace";
import type { AddRequest } from "@/lib/delivery/suppliers/protocol/provider";
import { mayOrderSendSql } from "@/lib/orders/order/may-order-send";
import { eligibleServices } from "./eligible-services";
import { recordRefusal } from "./record-refusal";
import { recordWithRetries } from "./record-with-retries";

// Leases on one supplier wait for each other. While a frozen session holds its row, most of the process's connections must
// be left for other work.
const leases = new Semaphore({ atOnce: 4, waiting: Number.POSITIVE_INFINITY });

/**
 * Leases a ready item for one call to the preferred supplier that can be asked now: it is committed as `submitting` with
 * its open call on record. Null when nothing may be sent for it, or when no supplier can be asked now: then it is
 * deferred. When it rejects, whatever an unanswered transaction may have done has been undone.
 */
export async function leaseItem(db: Database, itemId: string): Promise<ItemLease | null> {
  const token = newId();
  let result: ItemLease | Deferral | null;
  try {
    result = await leases.run(() => db.$transaction((tx) => lease(tx, itemId, token)));
  } catch (error) {
    await recordWithRetries(itemId, () => returnLease(db, itemId, token));
    throw error;
  }
  if (!result || "token" in result) return result;
  await deferItem(db, itemId, result);
  return null;
}

/** Why no supplier can be asked now, and in SQL until when the item is deferred. */
type Deferral = { reason: "no_supplier" | "supplier_on_hold" | "supplier_busy"; until: Prisma.Sql };

/**
 * Locks the item and its order, then the chosen supplier, so that no other lease takes what this one counts. What may
 * have changed while it waited for a lock is asked again by the statement that writes the lease, so the supplier's limits
 * are exact for any number of workers. Leases on different suppliers don't wait for each other.
 */
async function lease(tx: Tx, itemId: string, token: string): Promise<ItemLease | Deferral | null> {
  const item = await lockDueItem(tx, itemId);
  if (!item?.maySend) return null;
  const { supplierId, now, awayUntil } = item;
  if (supplierId === null) return { reason: "no_supplier", until: Prisma.sql`now() + interval '5 minutes'` };
  if (awayUntil && awayUntil > now) {
    // Spread over a second, so that a recovered supplier doesn't get all items at once.
    const until = Prisma.sql`GREATEST(${awayUntil}, now()) + random() * interval '1 second'`;
    return { reason: "supplier_on_hold", until };
  }
  const perSecond = Math.min(item.ratePerSecond, item.maxConcurrent);
  const busy: Deferral = { reason: "supplier_busy", until: withinQueue(perSecond) };
  const pace = paceOf(item, now);
  if (!pace || pace.tokens < 1) return busy;
  const [leased] = await tx.$queryRaw<ItemLease[]>`
    WITH leased AS (
      UPDATE fulfillment_items AS item SET state = 'submitting', attempt = item.attempt + 1,
        lease_token = ${token}::uuid, leased_at = now(), not_before = NULL, reason = NULL, review_since = NULL,
        supplier_id = ${supplierId}::uuid, supplier_service_id = ${item.serviceId}::uuid, updated_at = now()
      FROM orders WHERE item.id = ${itemId}::uuid AND orders.id = item.order_id AND ${maySendItem()}
        AND ${pace.atOnce}::int > (
          SELECT count(*) FROM fulfillment_items AS sent
          WHERE sent.state = 'submitting' AND sent.supplier_id = ${supplierId}::uuid)
      RETURNING item.*
    ), spent AS (${spendToken(supplierId, pace.tokens, now)}), supplier_calls AS (
      -- Has the table's name, so that leaseJoins finds the new row.
      INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request)
      SELECT ${newId()}::uuid, id, supplier_id, attempt, 'add', ${JSON.stringify(requestOf(item))}::jsonb FROM leased
      RETURNING *
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'ready', 'submitting',
        jsonb_build_object('attempt', attempt, 'supplierId', supplier_id) FROM leased
    )
    SELECT ${leaseColumns} FROM leased AS item ${leaseJoins}`;
  return leased ?? busy;
}

/** SQL: the order is in progress and allows sending, and the shop may send. A replacement follows its order's end. */
function maySendItem(): Prisma.Sql {
  return Prisma.sql`(orders.status = 'processing' OR item.replaces_item_id IS NOT NULL)
    AND ${mayOrderSendSql} AND ${maySendSql()}`;
}

/** A due item with the preferred service of those that can be asked first, and its supplier. */
type DueItem = Pick<FulfillmentItem, "id" | "attempt" | "link" | "quantity"> &
  Pick<Supplier, keyof SupplierState | "evidenceMode" | "evidenceField"> & {
    maySend: boolean;
    /** Null when no supplier is mapped; so is everything about one then. */
    supplierId: string | null;
    serviceId: string;
    externalId: string;
    awayUntil: Date | null;
    now: Date;
  };

async function lockDueItem(tx: Tx, itemId: string): Promise<DueItem | null> {
  const [item] = await tx.$queryRaw<DueItem[]>`
    WITH item AS (
      SELECT item.*, ${maySendItem()} AS may_send
      FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      WHERE item.id = ${itemId}::uuid AND item.state = 'ready' AND (item.not_before IS NULL OR item.not_before <= now())
      FOR UPDATE OF item FOR KEY SHARE OF orders
    ), choice AS MATERIALIZED (
      SELECT choice.* FROM item CROSS JOIN LATERAL (${eligibleServices}) AS choice WHERE item.may_send
      ORDER BY GREATEST(choice.away_until, now()), choice.preference, choice.mapping_id LIMIT 1
    ), supplier AS (
      SELECT * FROM suppliers WHERE is_active AND id IN (SELECT supplier_id FROM choice)
      -- NO KEY: rows that refer to a supplier need not wait for us.
      FOR NO KEY UPDATE
    )
    SELECT item.id, item.attempt, item.link, item.quantity, item.may_send AS "maySend",
      choice.service_id AS "serviceId", choice.external_id AS "externalId", choice.away_until AS "awayUntil", supplier.id AS "supplierId", supplier.evidence_mode::text AS "evidenceMode",
      supplier.evidence_field AS "evidenceField", supplier.rate_per_second AS "ratePerSecond",
      supplier.max_concurrent AS "maxConcurrent", supplier.tokens, supplier.tokens_at AS "tokensAt", supplier.failures,
      supplier.open_until AS "openUntil", supplier.hold_until AS "holdUntil", supplier.hold_reason AS "holdReason",
      clock_timestamp() AS now
    FROM item LEFT JOIN choice ON true LEFT JOIN supplier ON true`;
  return item ?? null;
}

const ownFields = ["key", "action", "service", "link", "quantity"];

/**
 * The request. If the supplier accepts an id that makes it repeatable, the id goes into a field that the shop doesn't
 * use itself.
 */
function requestOf({ evidenceMode, evidenceField, ...item }: DueItem): AddRequest {
  const request = { service: item.externalId, link: item.link, quantity: item.quantity };
  if (evidenceMode !== "request_id" || !evidenceField || ownFields.includes(evidenceField)) return request;
  return { ...request, extra: { [evidenceField]: `${item.id}-${item.attempt + 1}` } };
}

// A longer queue is spread over the same time, and its later part is deferred again.
const countedQueue = 5_000;

/** SQL: a random moment within the time that a supplier takes for the due items, so that each is deferred about once. */
function withinQueue(perSecond: number): Prisma.Sql {
  return Prisma.sql`now() + interval '1 second' * (0.2 + random() * GREATEST(0.8, (
    SELECT count(*) FROM (
      SELECT FROM fulfillment_items WHERE state = 'ready' AND COALESCE(not_before, '-infinity') <= now()
      LIMIT ${countedQueue}::int) AS due) / ${Math.max(1, perSecond)}::float))`;
}

/** Defers a ready and due item. One without a supplier is in review meanwhile. */
async function deferItem(db: Database, itemId: string, { reason, until }: Deferral): Promise<void> {
  const isInReview = reason === "no_supplier";
  await db.$transaction(async (tx) => {
    const [deferred] = await tx.$queryRaw<{ orderId: string; runAt: Date; isNew: boolean }[]>`
      UPDATE fulfillment_items SET reason = ${reason}, not_before = ${until}, updated_at = now(),
        review_since = CASE WHEN ${isInReview} THEN COALESCE(review_since, now()) END
      WHERE id = ${itemId}::uuid AND state = 'ready' AND (not_before IS NULL OR not_before <= now())
      RETURNING order_id AS "orderId", not_before AS "runAt", old.review_since IS NULL AS "isNew"`;
    if (!deferred) return;
    const { orderId, runAt, isNew } = deferred;
    await enqueue(tx, [submitItemJob.of(itemId, { runAt })]);
    if (isInReview && isNew) logger.warn({ itemId, orderId, reason }, "an item needs manual review");
  });
}

/**
 * Returns a lease whose transaction was not answered but may have committed. Nothing was sent under its token, so the
 * item is ready again, as for a call that was proven not executed. Idempotent.
 */
async function returnLease(db: Database, itemId: string, token: string): Promise<void> {
  // Locked by id alone: a hanging session may hold this row until the server ends it, and the row's token is read only
  // after that.
  await db.$executeRaw`SELECT id FROM fulfillment_items WHERE id = ${itemId}::uuid FOR UPDATE`;
  const [held] = await db.$queryRaw<ItemLease[]>`
    SELECT ${leaseColumns} FROM fulfillment_items AS item ${leaseJoins}
    WHERE item.id = ${itemId}::uuid AND item.lease_token = ${token}::uuid AND item.state ${inSet("leased")}`;
  if (!held) return;
  const evidence = { httpStatus: null, answer: "not sent: the lease was not answered" };
  await recordRefusal(db, held, { kind: "rejected", code: "not_executed", evidence });
  logger.warn(
    { itemId, orderId: held.orderId },
    "an item was leased but its worker got no answer: nothing was sent, and the item may be sent again",
  );
}
