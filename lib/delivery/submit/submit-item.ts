import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import type { SocialDataProvider } from "@/lib/social/provider";
import type { ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import { type SendDeadline, startSendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import { callSupplier } from "./call-supplier";
import { checkTarget } from "./check-target";
import { deferBusyItem, deferItem } from "./defer-item";
import { type LeaseResult, leaseItem } from "./lease-item";
import { type Outcome, type RecordOptions, recordOutcome } from "./record-outcome";
import { untilRecorded } from "./until-recorded";

export type SubmitDeps = RecordOptions & {
  db: Database;
  provider: ProviderOptions;
  /** Looks at a target before it is sent; null sends without a look. */
  social: SocialDataProvider | null;
  /** How long a lease belongs to its holder: the sweeper's number, of which the holder uses a little less. */
  leaseMs: number;
};

/**
 * Sends one item to a supplier, at most once. Suppliers know no idempotency key: an `add` that is repeated buys
 * twice. So: lease and commit, call once, classify, record. A crash after the lease leaves the item `submitting`,
 * which the sweeper turns into `unknown` for evidence or an operator, never back into `ready`. The request is written
 * only within the lease's deadline: a holder that was stopped meanwhile sends nothing and hands the item back.
 *
 * Safe to call at any time and by many at once; only one caller gets the lease of a ready item. Resolves to the
 * supplier's id; null when the item was not leased.
 */
export async function submitItem(deps: SubmitDeps, itemId: string): Promise<string | null> {
  const { result, deadline } = await leaseChecked(deps, itemId);
  if (result.kind === "busy") await deferBusyItem(deps.db, itemId, result.perSecond);
  if (result.kind === "nobody") await deferItem(deps.db, itemId);
  if (result.kind !== "leased") return null;
  const { lease } = result;
  const outcome = await callSupplier(deps.db, lease, deadline, deps.provider);
  // The log has the supplier's answer before the database does: should the record fail, a person finds it there.
  logger.info(
    { itemId, orderId: lease.orderId, supplierId: lease.supplierId, ...summary(outcome) },
    "supplier call ended",
  );
  await untilRecorded(itemId, () => recordOutcome(deps.db, lease, outcome, deps));
  return lease.supplierId;
}

type Asked = { result: LeaseResult; deadline: SendDeadline };

/** Leases an item, after a look at its target where the last one is too long ago. A target out of reach pauses it. */
async function leaseChecked(deps: SubmitDeps, itemId: string): Promise<Asked> {
  const { db, social } = deps;
  const first = await leaseTimed(deps, itemId, social !== null);
  if (first.result.kind !== "unchecked" || !social) return first;
  const isReachable = await checkTarget({ db, provider: social, now: databaseNow() }, itemId);
  return isReachable ? leaseTimed(deps, itemId, false) : { ...first, result: { kind: "gone" } };
}

async function leaseTimed(deps: SubmitDeps, itemId: string, needsCheck: boolean): Promise<Asked> {
  // Counted from before the leasing statement leaves, and so from before the database counts it.
  const deadline = startSendDeadline(deps.leaseMs);
  return {
    deadline,
    result: await leaseItem(deps.db, itemId, { needsCheck, supportEmail: deps.supportEmail }),
  };
}

function summary({ evidence, ...outcome }: Outcome) {
  const { kind, ...facts } = outcome;
  return { outcome: kind, ...facts, httpStatus: evidence.httpStatus };
}
