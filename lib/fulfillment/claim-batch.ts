import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { seenInPublic } from "@/lib/social/seen-in-public";
import { minute } from "@/lib/time";
import { askableServices } from "./askable-services";
import type { ClaimAsk, ClaimResult, ProofMode } from "./claim-item";
import { proofIsOver } from "./proof-limits";
import type { SupplierAccess } from "./providers/open-provider";
import { readSentRequest } from "./sent-request";
import { paceOf, type SupplierState } from "./supplier-pace";

/** A target that was found reachable so long ago is looked at again before it is sent. */
const checkHoldsMs = 10 * minute;

/**
 * Claims what may be sent of the items that are asked for, in one transaction; answers one for one, in their order.
 *
 * The items are locked first, then the suppliers, by everybody in that order. What is counted afterwards (calls that
 * are out, tokens that are left) is therefore exact, however many workers claim at once.
 */
export function claimBatch(db: Database, asks: ClaimAsk[]): Promise<ClaimResult[]> {
  return db.$transaction(async (tx) => {
    const ids = asks.map((ask) => ask.itemId);
    await tx.$executeRaw`
      SELECT id FROM fulfillment_items WHERE id = ANY(${ids}::uuid[]) AND state = 'ready' ORDER BY id FOR UPDATE`;
    const suppliers = await lockSuppliers(tx);
    const rows = await claim(tx, firstAskOfEach(asks), suppliers);
    const byItem = new Map(rows.map((row) => [row.id, row]));
    return asks.map((ask) => toResult(ask, byItem.get(ask.itemId)));
  });
}

/** Several jobs of one item may ask in one batch: the first of them is heard. */
function firstAskOfEach(asks: ClaimAsk[]): ClaimAsk[] {
  const first = new Map<string, ClaimAsk>();
  for (const ask of asks) if (!first.has(ask.itemId)) first.set(ask.itemId, ask);
  return [...first.values()];
}

type LockedSupplier = SupplierState & { id: string; now: Date };

/** The suppliers as they are once nobody else claims. NO KEY: rows that refer to a supplier need not wait for us. */
function lockSuppliers(tx: Prisma.TransactionClient): Promise<LockedSupplier[]> {
  return tx.$queryRaw`
    SELECT id, rate_per_second AS "ratePerSecond", max_concurrent AS "maxConcurrent", tokens, tokens_at AS "tokensAt",
      failures, open_until AS "openUntil", hold_until AS "holdUntil", hold_reason AS "holdReason",
      proof_mode = 'balance' AS "isSerial", clock_timestamp() AS now
    FROM suppliers WHERE is_active ORDER BY id FOR NO KEY UPDATE`;
}

type ClaimRow = {
  id: string;
  fate: "claimed" | "busy" | "unchecked" | "nobody" | "gone";
  per_second: number | null;
  order_id: string;
  target_key: string;
  attempt: number;
  token: string | null;
  request: unknown;
  supplier_id: string;
  kind: SupplierAccess["kind"];
  api_url: string | null;
  api_key_sealed: string | null;
  error_rules: unknown;
  proof_mode: ProofMode;
};

function claim(
  tx: Prisma.TransactionClient,
  asks: ClaimAsk[],
  suppliers: LockedSupplier[],
): Promise<ClaimRow[]> {
  const askRows = JSON.stringify(
    asks.map((ask) => ({
      id: ask.itemId,
      token: ask.token,
      call_id: ask.callId,
      needs_check: ask.needsCheck,
    })),
  );
  const paceRows = JSON.stringify(
    suppliers.flatMap((supplier) => {
      const pace = paceOf(supplier, supplier.now);
      return pace ? [{ id: supplier.id, tokens: pace.tokens, at_once: pace.atOnce, at: supplier.now }] : [];
    }),
  );
  return tx.$queryRaw<ClaimRow[]>`
    WITH ask AS (
      SELECT * FROM jsonb_to_recordset(${askRows}::jsonb) AS ask(id uuid, token uuid, call_id uuid, needs_check boolean)
    ), item AS (
      SELECT item.*, ask.token AS new_token, ask.call_id, orders.blocked_at IS NOT NULL AS is_blocked,
        NOT ask.needs_check OR COALESCE(GREATEST(item.checked_target_at, seen.at) > now() - ${checkHoldsMs}::int
          * interval '1 millisecond', false) AS is_checked, seen.at AS seen_at
      FROM ask JOIN fulfillment_items AS item ON item.id = ask.id JOIN orders ON orders.id = item.order_id
      LEFT JOIN LATERAL (${seenInPublic}) AS seen ON true
      -- The array as well, so that the plan is by key whatever the planner knows of the tables' size.
      WHERE item.id = ANY(${asks.map((ask) => ask.itemId)}::uuid[])
        AND item.state = 'ready' AND (item.not_before IS NULL OR item.not_before <= now())
    ), pace AS (
      SELECT pace.*, LEAST(floor(pace.tokens), pace.at_once - (${callsOut})) AS room
      FROM jsonb_to_recordset(${paceRows}::jsonb) AS pace(id uuid, tokens float, at_once int, at timestamptz)
    ), chosen AS (
      SELECT item.id AS item_id, choice.*, pace.room,
        row_number() OVER (PARTITION BY choice.supplier_id ORDER BY item.created_at, item.id) AS nth
      FROM item, LATERAL (
        SELECT choice.* FROM (${askableServices}) AS choice JOIN pace ON pace.id = choice.supplier_id
        WHERE choice.merges_until IS NULL OR choice.merges_until <= now()
        ORDER BY choice.preference, choice.mapping_id LIMIT 1
      ) AS choice JOIN pace ON pace.id = choice.supplier_id
      WHERE item.is_checked AND NOT item.is_blocked
    ), granted AS (
      SELECT * FROM chosen WHERE nth <= room
    ), spent AS (
      UPDATE suppliers SET tokens = pace.tokens - taken.count, tokens_at = GREATEST(suppliers.tokens_at, pace.at)
      FROM pace JOIN (SELECT supplier_id, count(*) FROM granted GROUP BY supplier_id) AS taken ON taken.supplier_id = pace.id
      WHERE suppliers.id = pace.id
    ), claimed AS (
      UPDATE fulfillment_items AS target SET state = 'submitting', attempt = target.attempt + 1,
        claim_token = item.new_token, claimed_at = now(), not_before = NULL, reason = NULL, review_since = NULL,
        checked_target_at = COALESCE(GREATEST(target.checked_target_at, item.seen_at), target.checked_target_at),
        supplier_id = granted.supplier_id, supplier_service_id = granted.service_id, updated_at = now()
      FROM item JOIN granted ON granted.item_id = item.id WHERE target.id = item.id
      RETURNING target.*, item.call_id, granted.external_id
    ), call AS (
      INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request)
      SELECT claimed.call_id, claimed.id, claimed.supplier_id, claimed.attempt, 'add',
        jsonb_build_object('service', claimed.external_id, 'link', claimed.link, 'quantity', claimed.quantity)
          || ${proofId}
      FROM claimed JOIN suppliers AS supplier ON supplier.id = claimed.supplier_id
      RETURNING item_id, request
    ), line AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'ready', 'submitting',
        jsonb_build_object('attempt', attempt, 'supplierId', supplier_id)
      FROM claimed
    )
    SELECT item.id, item.order_id, item.target_key, claimed.attempt, claimed.claim_token AS token, call.request,
      supplier.id AS supplier_id,
      supplier.kind::text, supplier.api_url, supplier.api_key_sealed, supplier.error_rules, supplier.proof_mode::text,
      LEAST(supplier.rate_per_second, supplier.max_concurrent)::int AS per_second,
      CASE WHEN claimed.id IS NOT NULL THEN 'claimed' WHEN item.is_blocked THEN 'gone'
        WHEN NOT item.is_checked THEN 'unchecked' WHEN chosen.item_id IS NOT NULL THEN 'busy' ELSE 'nobody' END AS fate
    FROM item LEFT JOIN chosen ON chosen.item_id = item.id LEFT JOIN claimed ON claimed.id = item.id
      LEFT JOIN call ON call.item_id = item.id LEFT JOIN suppliers AS supplier ON supplier.id = chosen.supplier_id`;
}

/** The calls of a supplier that are out, and with them, where its balance is the proof, those not yet explained. */
const callsOut = Prisma.sql`
  (SELECT count(*) FROM fulfillment_items AS out WHERE out.state = 'submitting' AND out.supplier_id = pace.id)
  + CASE WHEN EXISTS (SELECT FROM suppliers WHERE suppliers.id = pace.id AND proof_mode = 'balance') THEN (
    SELECT count(*) FROM fulfillment_items AS lost WHERE lost.state = 'unknown' AND lost.review_since IS NOT NULL
      AND lost.supplier_id = pace.id AND COALESCE(lost.reason, '') <> ALL(${proofIsOver}::text[])) ELSE 0 END`;

/** The id that makes a request repeatable, where the supplier takes one. It must not pass for one of our own fields. */
const proofId = Prisma.sql`
  CASE WHEN supplier.proof_mode = 'request_id' AND supplier.proof_field ~ '^[a-z][a-z0-9_]{0,39}$'
    AND supplier.proof_field NOT IN ('key', 'action', 'service', 'link', 'quantity')
  THEN jsonb_build_object('extra', jsonb_build_object(supplier.proof_field, claimed.id || '-' || claimed.attempt))
  ELSE '{}' END`;

function toResult(ask: ClaimAsk, row: ClaimRow | undefined): ClaimResult {
  if (!row) return { kind: "gone" };
  if (row.fate === "busy") return { kind: "busy", perSecond: row.per_second ?? 1 };
  if (row.fate !== "claimed") return { kind: row.fate };
  // The claim is another job's of the same item.
  if (row.token !== ask.token) return { kind: "gone" };
  const access = {
    kind: row.kind,
    apiUrl: row.api_url,
    apiKeySealed: row.api_key_sealed,
    errorRules: row.error_rules,
  };
  return {
    kind: "claimed",
    claim: {
      itemId: row.id,
      orderId: row.order_id,
      targetKey: row.target_key,
      attempt: row.attempt,
      token: ask.token,
      supplierId: row.supplier_id,
      access,
      proofMode: row.proof_mode,
      request: readSentRequest(row.request),
    },
  };
}
