import type { Tx } from "@/lib/db/client";
import { type FulfillmentItem, Prisma } from "@/lib/db/generated/client";
import type { EvidenceMode } from "@/lib/db/generated/enums";
import { mayOrderSendSql } from "@/lib/orders/may-order-send";
import { maySendSql } from "@/lib/quarantine/database-mark";
import { seenInPublic } from "@/lib/social/lookup-profile";
import { isSerial, type SupplierState } from "@/lib/suppliers/pace";
import { type SupplierAccess, supplierAccess } from "@/lib/suppliers/protocol/open-provider";
import { minute } from "@/lib/time";
import type { LeaseRequest } from "../item-lease";
import { eligibleServices } from "./eligible-services";

/** A target whose last successful lookup is older than this is looked up again before its item is sent. */
const checkHoldsMs = 10 * minute;

/** A supplier, read while its row is locked. */
export type LockedSupplier = SupplierState & {
  id: string;
  now: Date;
  access: SupplierAccess;
  evidenceMode: EvidenceMode;
  evidenceField: string | null;
};

/** A ready and due item, locked, with the facts that decide whether and where it is sent. */
export type LockedItem = Pick<
  FulfillmentItem,
  "id" | "orderId" | "targetKey" | "attempt" | "link" | "quantity" | "reason"
> & {
  /** True when the order is in progress and allows sending, and the shop may send. */
  maySend: boolean;
  /** True when the target need not be looked up first. */
  isChecked: boolean;
  /** When the target was last found reachable. */
  seenAt: Date | null;
  /** The preferred service that can be asked now. */
  choice: { serviceId: string; externalId: string; supplierId: string } | null;
};

type LockedChoices = {
  /** The oldest first. */
  items: LockedItem[];
  suppliers: Map<string, LockedSupplier>;
  /** Requested items that are ready, but whose row or order another transaction has locked. */
  heldIds: string[];
};

// A replacement is sent after its order has ended.
const isRunning = Prisma.sql`(orders.status = 'processing' OR item.replaces_item_id IS NOT NULL)`;

/** `locked` is null where no supplier was chosen, or it was switched off meanwhile. */
type ChoiceRow = LockedItem & LockedSupplier & { locked: string | null };

/**
 * Locks the requested items, chooses each item's supplier without a lock, then locks and reads only the chosen
 * suppliers' rows. No other lease can then take the capacity that this one counts.
 */
export async function lockChoices(tx: Tx, asks: LeaseRequest[]): Promise<LockedChoices> {
  const ids = asks.map(({ itemId }) => itemId);
  const unchecked = asks.flatMap(({ itemId, needsCheck }) => (needsCheck ? [] : [itemId]));
  const rows = await tx.$queryRaw<ChoiceRow[]>`
    WITH locked AS (
      SELECT item.*, ${isRunning} AND ${mayOrderSendSql} AND ${maySendSql()} AS may_send, (${seenInPublic}) AS seen_at
      FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      WHERE item.id = ANY(${ids}::uuid[]) AND item.state = 'ready' AND (item.not_before IS NULL OR item.not_before <= now())
      -- An item or order that another transaction holds must not delay the others. The order is locked here because
      -- its timeline's foreign key would lock it later, after the suppliers' rows (lockItemsOf has the order of locks).
      FOR UPDATE OF item SKIP LOCKED FOR KEY SHARE OF orders SKIP LOCKED
    ), item AS (
      SELECT *, id = ANY(${unchecked}::uuid[]) OR COALESCE(
        GREATEST(checked_target_at, seen_at) > now() - ${checkHoldsMs}::int * interval '1 millisecond', false)
        AS is_checked
      FROM locked
    ), chosen AS MATERIALIZED (
      SELECT item.*, choice.service_id, choice.external_id, choice.supplier_id AS chosen_id
      FROM item LEFT JOIN LATERAL (
        SELECT choice.* FROM (${eligibleServices}) AS choice
        WHERE choice.away_until IS NULL OR choice.away_until <= now()
        ORDER BY choice.preference, choice.mapping_id LIMIT 1
      ) AS choice ON item.may_send AND item.is_checked
    ), supplier AS (
      SELECT * FROM suppliers WHERE is_active AND id IN (SELECT chosen_id FROM chosen)
      -- NO KEY: rows that refer to a supplier need not wait for us.
      ORDER BY id FOR NO KEY UPDATE
    )
    SELECT chosen.id, chosen.order_id AS "orderId", chosen.target_key AS "targetKey", chosen.attempt, chosen.link,
      chosen.quantity, chosen.reason, chosen.may_send AS "maySend", chosen.is_checked AS "isChecked",
      chosen.seen_at AS "seenAt", CASE WHEN chosen.chosen_id IS NOT NULL THEN jsonb_build_object(
        'serviceId', chosen.service_id, 'externalId', chosen.external_id, 'supplierId', chosen.chosen_id) END AS choice,
      supplier.id AS locked, ${supplierAccess}, supplier.evidence_mode::text AS "evidenceMode",
      ${isSerial} AS "isSerial", supplier.evidence_field AS "evidenceField",
      supplier.rate_per_second AS "ratePerSecond", supplier.max_concurrent AS "maxConcurrent", supplier.tokens,
      supplier.tokens_at AS "tokensAt", supplier.failures, supplier.open_until AS "openUntil",
      supplier.hold_until AS "holdUntil", supplier.hold_reason AS "holdReason", clock_timestamp() AS now
    FROM chosen LEFT JOIN supplier ON supplier.id = chosen.chosen_id
    ORDER BY chosen.created_at, chosen.id`;
  const lockedIds = new Set(rows.map(({ id }) => id));
  const others = ids.filter((id) => !lockedIds.has(id));
  const heldIds = await heldAmong(tx, others);
  const suppliers = new Map(
    rows.flatMap(({ locked, ...row }) => (locked ? [[locked, { ...row, id: locked }]] : [])),
  );
  return { items: rows, suppliers, heldIds };
}

async function heldAmong(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM fulfillment_items
    WHERE id = ANY(${ids}::uuid[]) AND state = 'ready' AND (not_before IS NULL OR not_before <= now())`;
  return held.map(({ id }) => id);
}
