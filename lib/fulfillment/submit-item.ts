import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import type { SocialDataProvider } from "@/lib/social/provider";
import { callSupplier } from "./call-supplier";
import { checkTarget } from "./check-target";
import { type ClaimResult, claimItem } from "./claim-item";
import { deferBusyItem, deferItem } from "./defer-item";
import type { ProviderOptions } from "./providers/open-provider";
import { type Outcome, type RecordOptions, recordOutcome } from "./record-outcome";
import { untilRecorded } from "./until-recorded";

export type SubmitDeps = RecordOptions & {
  db: Database;
  provider: ProviderOptions;
  /** Looks at a target before it is sent; null sends without a look. */
  social: SocialDataProvider | null;
};

/**
 * Sends one item to a supplier, at most once. Suppliers know no idempotency key: an `add` that is repeated buys
 * twice. So: claim and commit, call once, classify, record. A crash after the claim leaves the item `submitting`,
 * which the sweeper turns into `unknown` for a proof or a person, never back into `ready`.
 *
 * Safe to call at any time and by many at once; only one caller gets the claim of a ready item.
 */
export async function submitItem(deps: SubmitDeps, itemId: string): Promise<void> {
  const result = await claimChecked(deps, itemId);
  if (result.kind === "busy") return deferBusyItem(deps.db, itemId, result.perSecond);
  if (result.kind === "nobody") return deferItem(deps.db, itemId);
  if (result.kind !== "claimed") return;
  const { claim } = result;
  const outcome = await callSupplier(deps.db, claim, deps.provider);
  // The log has the supplier's answer before the database does: should the record fail, a person finds it there.
  logger.info(
    { itemId, orderId: claim.orderId, supplierId: claim.supplierId, ...summary(outcome) },
    "supplier call ended",
  );
  await untilRecorded(itemId, () => recordOutcome(deps.db, claim, outcome, deps));
}

/** Claims an item, after a look at its target where the last one is too long ago. A target out of reach pauses it. */
async function claimChecked({ db, social }: SubmitDeps, itemId: string): Promise<ClaimResult> {
  const first = await claimItem(db, itemId, { needsCheck: social !== null });
  if (first.kind !== "unchecked" || !social) return first;
  const isReachable = await checkTarget({ db, provider: social, now: new Date() }, itemId);
  return isReachable ? claimItem(db, itemId, { needsCheck: false }) : { kind: "gone" };
}

function summary({ evidence, ...outcome }: Outcome) {
  const { kind, ...facts } = outcome;
  return { outcome: kind, ...facts, httpStatus: evidence.httpStatus };
}
