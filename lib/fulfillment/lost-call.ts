import type { Database, Db } from "@/lib/db/client";
import { minute } from "@/lib/time";
import type { Claim, ProofMode } from "./claim-item";
import { proofIsOver } from "./proof-limits";
import type { SupplierAccess } from "./providers/open-provider";
import { readSentRequest } from "./sent-request";

/** A call whose outcome got lost, with the claim it was made under and what may prove it. */
export type FoundLostCall = {
  claim: Claim;
  startedAt: Date;
  endedAt: Date;
  windowSeconds: number | null;
  ratePer1000: string | null;
  balanceBefore: string | null;
  balanceAfter: string | null;
  repeats: number;
};

type LostRow = {
  order_id: string;
  target_key: string;
  attempt: number;
  claim_token: string;
  supplier_id: string;
  kind: SupplierAccess["kind"];
  api_url: string | null;
  api_key_sealed: string | null;
  error_rules: unknown;
  proof_mode: ProofMode;
  proof_window_seconds: number | null;
  request: unknown;
  started_at: Date;
  ended_at: Date;
  rate: string | null;
  balance_before: string | null;
  balance_after: string | null;
  repeats: number;
};

// Longer than a call may take: until then nobody else looks for a proof of the same item.
const leaseMs = 2 * minute;

/** Takes an unknown item for a look at its proof, for a while; null when it isn't unknown, isn't due, or is a person's. */
export async function takeLostCall(db: Database, itemId: string): Promise<FoundLostCall | null> {
  const [row] = await db.$queryRaw<LostRow[]>`
    WITH due AS (
      SELECT id FROM fulfillment_items
      WHERE id = ${itemId}::uuid AND state = 'unknown' AND claim_token IS NOT NULL
        AND COALESCE(reason, '') <> ALL(${proofIsOver}::text[]) AND (not_before IS NULL OR not_before <= now())
      FOR UPDATE
    ), item AS (
      UPDATE fulfillment_items AS item SET not_before = now() + ${leaseMs}::int * interval '1 millisecond'
      FROM due WHERE item.id = due.id RETURNING item.*
    )
    SELECT item.order_id, item.target_key, item.attempt, item.claim_token, supplier.id AS supplier_id,
      supplier.kind::text, supplier.api_url, supplier.api_key_sealed, supplier.error_rules, supplier.proof_mode::text,
      supplier.proof_window_seconds, call.request, call.started_at, COALESCE(call.ended_at, call.started_at) AS ended_at,
      service.rate_per_1000::text AS rate, call.balance_before::text, call.balance_after::text,
      (SELECT count(*)::int FROM supplier_calls AS again
        WHERE again.item_id = item.id AND again.action = 'repeat:' || item.attempt) AS repeats
    FROM item JOIN suppliers AS supplier ON supplier.id = item.supplier_id
      JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt
      LEFT JOIN supplier_services AS service ON service.id = item.supplier_service_id`;
  if (!row) return null;
  return {
    claim: {
      itemId,
      orderId: row.order_id,
      targetKey: row.target_key,
      attempt: row.attempt,
      token: row.claim_token,
      supplierId: row.supplier_id,
      access: {
        kind: row.kind,
        apiUrl: row.api_url,
        apiKeySealed: row.api_key_sealed,
        errorRules: row.error_rules,
      },
      proofMode: row.proof_mode,
      request: readSentRequest(row.request),
    },
    startedAt: row.started_at,
    endedAt: row.ended_at,
    windowSeconds: row.proof_window_seconds,
    ratePer1000: row.rate,
    balanceBefore: row.balance_before,
    balanceAfter: row.balance_after,
    repeats: row.repeats,
  };
}

/** Looks again after so long, or, with a reason of `proofIsOver`, never: a person decides. */
export async function putOffProof(
  db: Db,
  claim: Claim,
  next: { waitMs: number } | { giveUp: string },
): Promise<void> {
  const waitMs = "waitMs" in next ? next.waitMs : null;
  const reason = "giveUp" in next ? next.giveUp : null;
  await db.$executeRaw`
    UPDATE fulfillment_items SET not_before = now() + ${waitMs}::float * interval '1 millisecond',
      reason = COALESCE(${reason}::text, reason), updated_at = now()
    WHERE id = ${claim.itemId}::uuid AND state = 'unknown' AND claim_token = ${claim.token}::uuid`;
}
