import type { Database, Tx } from "@/lib/db/client";
import { type FulfillmentItem, Prisma } from "@/lib/db/generated/client";
import type { EvidenceMode as StoredMode } from "@/lib/db/generated/enums";
import { inSet } from "@/lib/db/item-status";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { mayOrderSendSql } from "@/lib/orders/may-order-send";
import { maySendSql } from "@/lib/quarantine/database-mark";
import { Semaphore } from "@/lib/semaphore";
import { evidenceModeOf } from "@/lib/suppliers/evidence-modes";
import { spendToken } from "@/lib/suppliers/health";
import { paceOf, type SupplierState } from "@/lib/suppliers/pace";
import { type SupplierAccess, supplierAccess } from "@/lib/suppliers/protocol/open-provider";
import type { AddRequest } from "@/lib/suppliers/protocol/provider";
import type { HeldLease, ItemLease, LeaseResult } from "../item-lease";
import { eligibleServices } from "./eligible-services";
import { recordRefusal } from "./record-refusal";
import { recordWithRetries } from "./record-with-retries";
import { readSentRequest } from "./supplier-call";

// Leases on one supplier wait for each other. While a frozen session holds its row, most of the process's connections must
// be left for other work.
const leases = new Semaphore({ atOnce: 4, waiting: Number.POSITIVE_INFINITY });

/**
 * Leases a ready item for one call to the preferred supplier that can be asked now. When it resolves, the item is
 * committed as `submitting` with its open call on record. When it rejects, nothing is leased: whatever an unanswered
 * transaction may have done has been undone.
 */
export async function leaseItem(db: Database, itemId: string): Promise<LeaseResult> {
  const token = newId();
  try {
    return await leases.run(() => db.$transaction((tx) => lease(tx, itemId, token)));
  } catch (error) {
    await recordWithRetries(itemId, () => returnLease(db, itemId, token));
    throw error;
  }
}

/**
 * Locks the item and its order, then the chosen supplier (the order of locks of `lockItemsOf`), so that no other lease
 * takes what this one counts. What may have changed while it waited for a lock is asked again by the statement that
 * writes the lease, so the supplier's limits are exact for any number of workers. Leases on different suppliers don't
 * wait for each other.
 */
async function lease(tx: Tx, itemId: string, token: string): Promise<LeaseResult> {
  const item = await lockDueItem(tx, itemId);
  if (!item?.maySend) return { kind: "gone" };
  const { supplierId } = item;
  if (supplierId === null) return { kind: "no_supplier" };
  const perSecond = Math.min(item.ratePerSecond, item.maxConcurrent);
  const pace = paceOf(item, item.now);
  if (!pace || pace.tokens < 1) return { kind: "busy", perSecond };
  const request = requestOf(item);
  const [leased] = await tx.$queryRaw<{ attempt: number }[]>`
    WITH leased AS (
      UPDATE fulfillment_items AS item SET state = 'submitting', attempt = item.attempt + 1,
        lease_token = ${token}::uuid, leased_at = now(), not_before = NULL, reason = NULL, review_since = NULL,
        supplier_id = ${supplierId}::uuid, supplier_service_id = ${item.serviceId}::uuid, updated_at = now()
      FROM orders WHERE item.id = ${itemId}::uuid AND orders.id = item.order_id AND ${maySendItem()}
        AND ${pace.atOnce}::int > (
          SELECT count(*) FROM fulfillment_items AS sent
          WHERE sent.state = 'submitting' AND sent.supplier_id = ${supplierId}::uuid)
      RETURNING item.id, item.order_id, item.attempt
    ), spent AS (${spendToken(supplierId, pace.tokens, item.now)}), call AS (
      INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request)
      SELECT ${newId()}::uuid, id, ${supplierId}::uuid, attempt, 'add', ${JSON.stringify(request)}::jsonb FROM leased
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'ready', 'submitting',
        jsonb_build_object('attempt', attempt, 'supplierId', ${supplierId}::uuid) FROM leased
    )
    SELECT attempt FROM leased`;
  if (!leased) return { kind: "busy", perSecond };
  const held: ItemLease = {
    itemId,
    orderId: item.orderId,
    targetKey: item.targetKey,
    attempt: leased.attempt,
    token,
    supplierId,
    access: item.access,
    evidenceMode: evidenceModeOf(item.evidenceMode),
    request,
  };
  return { kind: "leased", lease: held };
}

/** SQL: the order is in progress and allows sending, and the shop may send. A replacement follows its order's end. */
function maySendItem(): Prisma.Sql {
  return Prisma.sql`(orders.status = 'processing' OR item.replaces_item_id IS NOT NULL)
    AND ${mayOrderSendSql} AND ${maySendSql()}`;
}

/** A due item with the preferred service that can be asked now, and its supplier. */
type DueItem = Pick<FulfillmentItem, "id" | "orderId" | "targetKey" | "attempt" | "link" | "quantity"> &
  SupplierState & {
    maySend: boolean;
    /** Null when no supplier can be asked; so is everything about one then. */
    supplierId: string | null;
    serviceId: string;
    externalId: string;
    access: SupplierAccess;
    evidenceMode: StoredMode;
    evidenceField: string | null;
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
      SELECT choice.* FROM item CROSS JOIN LATERAL (${eligibleServices}) AS choice
      WHERE item.may_send AND (choice.away_until IS NULL OR choice.away_until <= now())
      ORDER BY choice.preference, choice.mapping_id LIMIT 1
    ), supplier AS (
      SELECT * FROM suppliers WHERE is_active AND id IN (SELECT supplier_id FROM choice)
      -- NO KEY: rows that refer to a supplier need not wait for us.
      FOR NO KEY UPDATE
    )
    SELECT item.id, item.order_id AS "orderId", item.target_key AS "targetKey", item.attempt, item.link, item.quantity,
      item.may_send AS "maySend", choice.service_id AS "serviceId", choice.external_id AS "externalId",
      supplier.id AS "supplierId", ${supplierAccess}, supplier.evidence_mode::text AS "evidenceMode",
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
  const takesId = evidenceMode === "request_id" && /^[a-z][a-z0-9_]{0,39}$/.test(evidenceField ?? "");
  if (!takesId || evidenceField === null || ownFields.includes(evidenceField)) return request;
  return { ...request, extra: { [evidenceField]: `${item.id}-${item.attempt + 1}` } };
}

/**
 * Returns a lease whose transaction was not answered but may have committed. Nothing was sent under its token, so the
 * item is ready again, as for a call that was proven not executed. Idempotent.
 */
async function returnLease(db: Database, itemId: string, token: string): Promise<void> {
  // Locked by id alone: a hanging session may hold this row until the server ends it, and the row's token is read only
  // after that.
  await db.$executeRaw`SELECT id FROM fulfillment_items WHERE id = ${itemId}::uuid FOR UPDATE`;
  const [held] = await db.$queryRaw<(Omit<HeldLease, "request"> & { request: unknown })[]>`
    SELECT item.id AS "itemId", item.order_id AS "orderId", item.target_key AS "targetKey", item.attempt,
      item.lease_token AS token, item.supplier_id AS "supplierId", call.request
    FROM fulfillment_items AS item
      JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt
    WHERE item.id = ${itemId}::uuid AND item.lease_token = ${token}::uuid AND item.state ${inSet("leased")}`;
  if (!held) return;
  const lease = { ...held, request: readSentRequest(held.request) };
  const evidence = { httpStatus: null, answer: "not sent: the lease was not answered" };
  await recordRefusal(db, lease, { kind: "rejected", code: "not_executed", evidence });
  logger.warn(
    { itemId, orderId: held.orderId },
    "an item was leased but its worker got no answer: nothing was sent, and the item may be sent again",
  );
}
