import { Prisma } from "@/lib/db/generated/client";
import { mayBeSent } from "@/lib/quarantine/database-mark";
import { seenInPublic } from "@/lib/social/seen-in-public";
import type { SupplierState } from "@/lib/suppliers/pace";
import type { SupplierAccess } from "@/lib/suppliers/protocol/open-provider";
import { minute } from "@/lib/time";
import { askableServices } from "./askable-services";
import type { EvidenceMode, LeaseRequest } from "./lease-item";

/** A target that was found reachable so long ago is looked at again before it is sent. */
const checkHoldsMs = 10 * minute;

/** A supplier as it stands while its row is locked. */
export type LockedSupplier = SupplierState & {
  id: string;
  now: Date;
  access: SupplierAccess;
  evidenceMode: EvidenceMode;
  evidenceField: string | null;
};

/** A ready and due item, locked, with what is known of its way to a supplier. */
export type LockedItem = {
  id: string;
  orderId: string;
  targetKey: string;
  attempt: number;
  link: string;
  quantity: number;
  /** Why it waited; null for most. */
  reason: string | null;
  /** The order is paid, in progress and not blocked, and the shop may send. */
  maySend: boolean;
  /** Nobody has to look at the target first. */
  isChecked: boolean;
  /** When the target was last found reachable. */
  seenAt: Date | null;
  /** The preferred service that can be asked now. */
  choice: { serviceId: string; externalId: string; supplierId: string } | null;
};

export type LockedChoices = {
  /** The oldest first. */
  items: LockedItem[];
  suppliers: Map<string, LockedSupplier>;
  /** Items that were asked for and are ready, but that another transaction holds, or their order. */
  heldIds: string[];
};

const orderAllows = Prisma.sql`orders.status = 'processing' AND orders.payment_status IN ('paid', 'partially_refunded')
  AND orders.blocked_at IS NULL`;

type ChoiceRow = {
  id: string;
  order_id: string;
  target_key: string;
  attempt: number;
  link: string;
  quantity: number;
  reason: string | null;
  may_send: boolean;
  is_checked: boolean;
  seen_at: Date | null;
  service_id: string | null;
  external_id: string | null;
  supplier_id: string | null;
  /** Null where no supplier was chosen, or it has been switched off since. */
  locked_id: string | null;
  kind: SupplierAccess["kind"];
  api_url: string | null;
  api_key_sealed: string | null;
  error_rules: unknown;
  evidence_mode: EvidenceMode;
  evidence_field: string | null;
  rate_per_second: number;
  max_concurrent: number;
  tokens: number;
  tokens_at: Date;
  failures: number;
  open_until: Date | null;
  hold_until: Date | null;
  hold_reason: string | null;
  now: Date;
};

/**
 * Locks the items that are asked for, chooses each item's supplier without a lock, then locks the rows of the chosen
 * suppliers alone, in the order of their ids. What those rows say is read once they are locked, and what a lease
 * counts after this is exact.
 */
export async function lockChoices(
  tx: Prisma.TransactionClient,
  asks: LeaseRequest[],
): Promise<LockedChoices> {
  const ids = asks.map(({ itemId }) => itemId);
  const unchecked = asks.flatMap(({ itemId, needsCheck }) => (needsCheck ? [] : [itemId]));
  const rows = await tx.$queryRaw<ChoiceRow[]>`
    WITH locked AS (
      SELECT item.*, ${orderAllows} AND ${mayBeSent()} AS may_send, (${seenInPublic}) AS seen_at
      FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      WHERE item.id = ANY(${ids}::uuid[]) AND item.state = 'ready' AND (item.not_before IS NULL OR item.not_before <= now())
      -- No waiting: an item or an order that another transaction holds must not hold up the others. The order is locked
      -- here because its timeline's foreign key would lock it later, when the suppliers' rows are locked already.
      FOR UPDATE OF item SKIP LOCKED FOR KEY SHARE OF orders SKIP LOCKED
    ), item AS (
      SELECT *, id = ANY(${unchecked}::uuid[]) OR COALESCE(
        GREATEST(checked_target_at, seen_at) > now() - ${checkHoldsMs}::int * interval '1 millisecond', false)
        AS is_checked
      FROM locked
    ), chosen AS MATERIALIZED (
      SELECT item.*, choice.service_id, choice.external_id, choice.supplier_id AS chosen_id
      FROM item LEFT JOIN LATERAL (
        SELECT choice.* FROM (${askableServices}) AS choice
        WHERE choice.away_until IS NULL OR choice.away_until <= now()
        ORDER BY choice.preference, choice.mapping_id LIMIT 1
      ) AS choice ON item.may_send AND item.is_checked
    ), supplier AS (
      SELECT * FROM suppliers WHERE is_active AND id IN (SELECT chosen_id FROM chosen)
      -- NO KEY: rows that refer to a supplier need not wait for us.
      ORDER BY id FOR NO KEY UPDATE
    )
    SELECT chosen.id, chosen.order_id, chosen.target_key, chosen.attempt, chosen.link, chosen.quantity, chosen.reason, chosen.may_send,
      chosen.is_checked, chosen.seen_at, chosen.service_id, chosen.external_id, chosen.chosen_id AS supplier_id,
      supplier.id AS locked_id, supplier.kind::text, supplier.api_url, supplier.api_key_sealed, supplier.error_rules,
      supplier.evidence_mode::text, supplier.evidence_field, supplier.rate_per_second, supplier.max_concurrent,
      supplier.tokens, supplier.tokens_at, supplier.failures, supplier.open_until, supplier.hold_until,
      supplier.hold_reason, clock_timestamp() AS now
    FROM chosen LEFT JOIN supplier ON supplier.id = chosen.chosen_id
    ORDER BY chosen.created_at, chosen.id`;
  const lockedIds = new Set(rows.map(({ id }) => id));
  return {
    items: rows.map(toItem),
    suppliers: new Map(
      rows.flatMap((row) => (row.locked_id ? [[row.locked_id, toSupplier(row.locked_id, row)]] : [])),
    ),
    heldIds: await heldAmong(
      tx,
      ids.filter((id) => !lockedIds.has(id)),
    ),
  };
}

async function heldAmong(tx: Prisma.TransactionClient, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM fulfillment_items
    WHERE id = ANY(${ids}::uuid[]) AND state = 'ready' AND (not_before IS NULL OR not_before <= now())`;
  return held.map(({ id }) => id);
}

function toItem(row: ChoiceRow): LockedItem {
  const { service_id: serviceId, external_id: externalId, supplier_id: supplierId } = row;
  return {
    id: row.id,
    orderId: row.order_id,
    targetKey: row.target_key,
    attempt: row.attempt,
    link: row.link,
    quantity: row.quantity,
    reason: row.reason,
    maySend: row.may_send,
    isChecked: row.is_checked,
    seenAt: row.seen_at,
    choice: serviceId && externalId && supplierId ? { serviceId, externalId, supplierId } : null,
  };
}

function toSupplier(id: string, row: ChoiceRow): LockedSupplier {
  return {
    id,
    now: row.now,
    ratePerSecond: row.rate_per_second,
    maxConcurrent: row.max_concurrent,
    tokens: row.tokens,
    tokensAt: row.tokens_at,
    failures: row.failures,
    openUntil: row.open_until,
    holdUntil: row.hold_until,
    holdReason: row.hold_reason,
    isSerial: row.evidence_mode === "balance",
    evidenceMode: row.evidence_mode,
    evidenceField: row.evidence_field,
    access: {
      kind: row.kind,
      apiUrl: row.api_url,
      apiKeySealed: row.api_key_sealed,
      errorRules: row.error_rules,
    },
  };
}
