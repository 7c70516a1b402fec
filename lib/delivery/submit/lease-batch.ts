import { clearSetAside } from "@/lib/alerts/set-aside";
import type { Database, Tx } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isolate } from "@/lib/db/isolate";
import { spendTokens } from "@/lib/suppliers/health";
import { isSerial, paceOf } from "@/lib/suppliers/pace";
import type { AddRequest } from "@/lib/suppliers/protocol/provider";
import { evidenceIsOver } from "../evidence-limits";
import type { ItemLease, LeaseRequest, LeaseResult } from "../item-lease";
import { leaseFailed, setItemAside } from "./defer-item";
import { type LockedItem, type LockedSupplier, lockChoices } from "./lock-choices";

/**
 * Leases the items that may be sent; returns one result for each request, in their order. An item whose lease fails
 * alone is set aside with an alert. Throws only errors that no single item causes: an outage, a conflict.
 */
export async function leaseBatch(db: Database, asks: LeaseRequest[]): Promise<LeaseResult[]> {
  const results = new Map<string, LeaseResult>();
  await isolate(
    asks,
    async (part) => {
      const answers = await leaseTogether(db, part);
      for (const [nth, { token }] of part.entries()) results.set(token, answers[nth] ?? { kind: "gone" });
    },
    ({ itemId }, error) => setItemAside(db, itemId, error),
  );
  return asks.map(({ token }) => results.get(token) ?? { kind: "gone" });
}

/**
 * One transaction; takes its locks in the order of `lockItemsOf`, and skips an item that is locked instead of waiting
 * for it. Only the chosen suppliers are locked, so leases on different suppliers do not wait for each other. A
 * supplier's limits (tokens, calls in flight, holds) are read after its lock and changed before the commit, so they are
 * exact for any number of workers.
 */
function leaseTogether(db: Database, asks: LeaseRequest[]): Promise<LeaseResult[]> {
  return db.$transaction(async (tx) => {
    const { items, suppliers, heldIds } = await lockChoices(tx, asks);
    const candidates = candidatesOf(asks, items, suppliers);
    const leased = await lease(tx, candidates, [...suppliers.values()]);
    const wereAside = items.filter(({ id, reason }) => reason === leaseFailed && leased.has(id));
    const asideIds = wereAside.map(({ id }) => id);
    await clearSetAside(tx, "leases", asideIds);
    const byToken = new Map(candidates.map((candidate) => [candidate.ask.token, candidate]));
    return asks.map((ask): LeaseResult => {
      const candidate = byToken.get(ask.token);
      if (!candidate) return heldIds.includes(ask.itemId) ? heldElsewhere : { kind: "gone" };
      return leased.has(candidate.item.id)
        ? { kind: "leased", lease: toLease(candidate) }
        : refusalOf(candidate);
    });
  });
}

const heldElsewhere: LeaseResult = { kind: "busy", perSecond: Number.MAX_SAFE_INTEGER };

/** A requested item with the supplier it would go to; `nth` is its place among this batch's items for that supplier. */
type Candidate = { ask: LeaseRequest; item: LockedItem; supplier: LockedSupplier | null; nth: number };

/** Gives each item, oldest first, to the first request for it. */
function candidatesOf(
  asks: LeaseRequest[],
  items: LockedItem[],
  suppliers: Map<string, LockedSupplier>,
): Candidate[] {
  const asked = new Map<string, LeaseRequest>();
  for (const ask of asks) if (!asked.has(ask.itemId)) asked.set(ask.itemId, ask);
  const places = new Map<string, number>();
  return items.flatMap((item) => {
    const ask = asked.get(item.id);
    const supplier = suppliers.get(item.choice?.supplierId ?? "") ?? null;
    const nth = (places.get(supplier?.id ?? "") ?? 0) + 1;
    if (supplier) places.set(supplier.id, nth);
    return ask ? [{ ask, item, supplier, nth }] : [];
  });
}

function refusalOf({ item, supplier }: Candidate): LeaseResult {
  if (!item.maySend) return { kind: "gone" };
  if (!item.isChecked) return { kind: "unchecked" };
  if (!item.choice) return { kind: "no_supplier" };
  return { kind: "busy", perSecond: supplier ? Math.min(supplier.ratePerSecond, supplier.maxConcurrent) : 1 };
}

/** Leases the candidates that their locked suppliers have room for, and returns their ids. */
async function lease(tx: Tx, candidates: Candidate[], suppliers: LockedSupplier[]): Promise<Set<string>> {
  const paces = suppliers.flatMap((supplier) => {
    const pace = paceOf(supplier, supplier.now);
    return pace ? [{ id: supplier.id, tokens: pace.tokens, at_once: pace.atOnce, at: supplier.now }] : [];
  });
  if (paces.length === 0) return new Set();
  const wishes = candidates.flatMap(({ ask, item, supplier, nth }) =>
    supplier
      ? {
          id: item.id,
          token: ask.token,
          call_id: ask.callId,
          seen_at: item.seenAt,
          supplier_id: supplier.id,
          service_id: item.choice?.serviceId,
          nth,
          request: requestOf(item, supplier),
        }
      : [],
  );
  const leased = await tx.$queryRaw<{ id: string }[]>`
    WITH wish AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) AS wish(id uuid, token uuid, call_id uuid,
        seen_at timestamptz, supplier_id uuid, service_id uuid, nth int, request jsonb)
    ), pace AS (
      SELECT pace.*, LEAST(floor(pace.tokens), pace.at_once - (${callsInFlight})) AS room
      FROM jsonb_to_recordset(${JSON.stringify(paces)}::jsonb) AS pace(id uuid, tokens float, at_once int, at timestamptz)
    ), granted AS (
      SELECT wish.* FROM wish JOIN pace ON pace.id = wish.supplier_id WHERE wish.nth <= pace.room
    ), spent AS (${spendTokens}), leased AS (
      UPDATE fulfillment_items AS item SET state = 'submitting', attempt = item.attempt + 1,
        lease_token = granted.token, leased_at = now(), not_before = NULL, reason = NULL, review_since = NULL,
        checked_target_at = COALESCE(GREATEST(item.checked_target_at, granted.seen_at), item.checked_target_at),
        supplier_id = granted.supplier_id, supplier_service_id = granted.service_id, updated_at = now()
      FROM granted
      -- The array keeps the plan on the key, whatever the planner knows of the tables' size.
      WHERE item.id = granted.id AND item.id = ANY(${wishes.map((wish) => wish.id)}::uuid[])
      RETURNING item.id, item.order_id, item.attempt, item.supplier_id, granted.call_id, granted.request
    ), call AS (
      INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request)
      SELECT call_id, id, supplier_id, attempt, 'add', request FROM leased
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'ready', 'submitting',
        jsonb_build_object('attempt', attempt, 'supplierId', supplier_id)
      FROM leased
    )
    SELECT id FROM leased`;
  return new Set(leased.map(({ id }) => id));
}

/** The supplier's calls in flight and, in a serial evidence mode, its lost calls that are not explained yet. */
const callsInFlight = Prisma.sql`
  (SELECT count(*) FROM fulfillment_items AS sent WHERE sent.state = 'submitting' AND sent.supplier_id = pace.id)
  + CASE WHEN EXISTS (SELECT FROM suppliers WHERE suppliers.id = pace.id AND ${isSerial}) THEN (
    SELECT count(*) FROM fulfillment_items AS lost WHERE lost.state = 'unknown' AND lost.review_since IS NOT NULL
      AND lost.supplier_id = pace.id AND COALESCE(lost.reason, '') <> ALL(${evidenceIsOver}::text[])) ELSE 0 END`;

const ownFields = ["key", "action", "service", "link", "quantity"];

/**
 * The request. If the supplier accepts an id that makes it repeatable, the id goes into a field that the shop doesn't
 * use itself.
 */
function requestOf(item: LockedItem, { evidenceMode, evidenceField }: LockedSupplier): AddRequest {
  const request = { service: item.choice?.externalId ?? "", link: item.link, quantity: item.quantity };
  const takesId = evidenceMode === "request_id" && /^[a-z][a-z0-9_]{0,39}$/.test(evidenceField ?? "");
  if (!takesId || evidenceField === null || ownFields.includes(evidenceField)) return request;
  return { ...request, extra: { [evidenceField]: `${item.id}-${item.attempt + 1}` } };
}

function toLease({ ask, item, supplier }: Candidate): ItemLease {
  if (!supplier) throw new Error("an item is leased for a supplier");
  return {
    itemId: item.id,
    orderId: item.orderId,
    targetKey: item.targetKey,
    attempt: item.attempt + 1,
    token: ask.token,
    supplierId: supplier.id,
    access: supplier.access,
    evidenceMode: supplier.evidenceMode,
    request: requestOf(item, supplier),
  };
}
