import type { Database } from "@/lib/db/client";
import type { Claim } from "./claim-item";
import { openProvider, type ProviderOptions } from "./providers/open-provider";
import type { FulfillmentProvider } from "./providers/provider";
import type { Outcome } from "./record-outcome";

/** Sends a claimed item's request once. Where the balance is the proof, it is read and kept before and after. */
export async function callSupplier(db: Database, claim: Claim, options: ProviderOptions): Promise<Outcome> {
  const provider = openProvider(claim.access, options);
  if (!provider) return notSent("bad_key", "the supplier's address or key can't be used");
  return claim.proofMode === "balance" ? callWithBalance(db, claim, provider) : provider.add(claim.request);
}

/**
 * The call is made only once the balance before it is on record, under the claim: no balance on record proves that
 * nothing was sent, also to whoever finds the item after this process has died.
 */
async function callWithBalance(db: Database, claim: Claim, provider: FulfillmentProvider): Promise<Outcome> {
  const before = await provider.balance();
  if (!before.ok) return notSent("unreachable", `its balance could not be read: ${before.detail}`);
  const isMine = await db.$executeRaw`
    UPDATE supplier_calls AS call SET balance_before = ${before.balance}::numeric
    FROM fulfillment_items AS item
    WHERE call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt AND item.id = ${claim.itemId}::uuid
      AND item.state = 'submitting' AND item.claim_token = ${claim.token}::uuid`;
  if (isMine === 0) return notSent("unreachable", "the claim had been given up");
  const outcome = await provider.add(claim.request);
  const after = await provider.balance();
  if (after.ok) {
    await db.$executeRaw`
      UPDATE supplier_calls SET balance_after = ${after.balance}::numeric
      WHERE item_id = ${claim.itemId}::uuid AND action = 'add' AND attempt = ${claim.attempt}::int`;
  }
  return outcome;
}

function notSent(code: "bad_key" | "unreachable", why: string): Outcome {
  return { kind: "rejected", code, evidence: { httpStatus: null, answer: `not sent: ${why}` } };
}
