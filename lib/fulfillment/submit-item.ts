import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import type { SocialDataProvider } from "@/lib/social/provider";
import { callSupplier } from "./call-supplier";
import { checkTarget } from "./check-target";
import { type ClaimResult, claimItem } from "./claim-item";
import { deferBusyItem, deferItem } from "./defer-item";
import { type Lease, startLease } from "./providers/lease";
import type { ProviderOptions } from "./providers/open-provider";
import { type Outcome, type RecordOptions, recordOutcome } from "./record-outcome";
import { untilRecorded } from "./until-recorded";

export type SubmitDeps = RecordOptions & {
  db: Database;
  provider: ProviderOptions;
  /** Looks at a target before it is sent; null sends without a look. */
  social: SocialDataProvider | null;
  /** How long a claim belongs to its holder: the sweeper's number, of which the holder uses a little less. */
  leaseMs: number;
};

/**
 * Sends one item to a supplier, at most once. Suppliers know no idempotency key: an `add` that is repeated buys
 * twice. So: claim and commit, call once, classify, record. A crash after the claim leaves the item `submitting`,
 * which the sweeper turns into `unknown` for evidence or an operator, never back into `ready`. The request is written
 * only within the claim's lease: a holder that was stopped meanwhile sends nothing and hands the item back.
 *
 * Safe to call at any time and by many at once; only one caller gets the claim of a ready item. Resolves to the
 * supplier's id; null when the item was not claimed.
 */
export async function submitItem(deps: SubmitDeps, itemId: string): Promise<string | null> {
  const { result, lease } = await claimChecked(deps, itemId);
  if (result.kind === "busy") await deferBusyItem(deps.db, itemId, result.perSecond);
  if (result.kind === "nobody") await deferItem(deps.db, itemId);
  if (result.kind !== "claimed") return null;
  const { claim } = result;
  const outcome = await callSupplier(deps.db, claim, lease, deps.provider);
  // The log has the supplier's answer before the database does: should the record fail, a person finds it there.
  logger.info(
    { itemId, orderId: claim.orderId, supplierId: claim.supplierId, ...summary(outcome) },
    "supplier call ended",
  );
  await untilRecorded(itemId, () => recordOutcome(deps.db, claim, outcome, deps));
  return claim.supplierId;
}

type Asked = { result: ClaimResult; lease: Lease };

/** Claims an item, after a look at its target where the last one is too long ago. A target out of reach pauses it. */
async function claimChecked(deps: SubmitDeps, itemId: string): Promise<Asked> {
  const { db, social } = deps;
  const first = await claimLeased(deps, itemId, social !== null);
  if (first.result.kind !== "unchecked" || !social) return first;
  const isReachable = await checkTarget({ db, provider: social, now: databaseNow() }, itemId);
  return isReachable ? claimLeased(deps, itemId, false) : { ...first, result: { kind: "gone" } };
}

async function claimLeased(deps: SubmitDeps, itemId: string, needsCheck: boolean): Promise<Asked> {
  // Counted from before the claiming statement leaves, and so from before the database counts it.
  const lease = startLease(deps.leaseMs);
  return { lease, result: await claimItem(deps.db, itemId, { needsCheck, supportEmail: deps.supportEmail }) };
}

function summary({ evidence, ...outcome }: Outcome) {
  const { kind, ...facts } = outcome;
  return { outcome: kind, ...facts, httpStatus: evidence.httpStatus };
}
