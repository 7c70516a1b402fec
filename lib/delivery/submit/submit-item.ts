import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logger, logOrder, withLogFields } from "@/lib/logger";
import type { SocialDataProvider } from "@/lib/social/provider";
import type { ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import { type SendDeadline, startSendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import type { LeaseResult, Outcome, RecordOptions } from "../item-lease";
import { callSupplier } from "./call-supplier";
import { checkTarget } from "./check-target";
import { deferBusyItem, deferItem } from "./defer-item";
import { leaseItem } from "./lease-item";
import { recordOutcome } from "./record-outcome";
import { untilRecorded } from "./until-recorded";

export type SubmitDeps = RecordOptions & {
  db: Database;
  provider: ProviderOptions;
  /** Looks up targets before items are sent; null means that they are sent without a lookup. */
  social: SocialDataProvider | null;
  /** How long a lease lasts. The sweeper gives it up after this time; its holder stops sending a little earlier. */
  leaseMs: number;
};

/**
 * Sends one item to a supplier, at most once. Suppliers know no idempotency key and a repeated `add` buys twice, so:
 * lease and commit, call once, classify, record. After a crash the sweeper makes the item `unknown`, never `ready`. A
 * holder whose lease is over sends nothing and returns the item. Safe to call at any time and concurrently. Resolves to
 * the supplier's id; null when the item was not leased.
 */
export function submitItem(deps: SubmitDeps, itemId: string): Promise<string | null> {
  // A job sends several items at once, each of its own order.
  return withLogFields({}, () => submit(deps, itemId));
}

async function submit(deps: SubmitDeps, itemId: string): Promise<string | null> {
  const { result, deadline } = await leaseChecked(deps, itemId);
  if (result.kind === "busy") await deferBusyItem(deps.db, itemId, result.perSecond);
  if (result.kind === "no_supplier") await deferItem(deps.db, itemId);
  if (result.kind !== "leased") return null;
  const { lease } = result;
  logOrder(lease.orderId);
  const outcome = await callSupplier(deps.db, lease, deadline, deps.provider);
  // Logged before it is recorded: if recording fails, an operator finds the answer in the log.
  logger.info(
    { itemId, orderId: lease.orderId, supplierId: lease.supplierId, ...summary(outcome) },
    "supplier call ended",
  );
  await untilRecorded(itemId, () => recordOutcome(deps.db, lease, outcome, deps));
  return lease.supplierId;
}

type Asked = { result: LeaseResult; deadline: SendDeadline };

/** Leases an item, first looking up its target if the last lookup is too old. An unreachable target pauses the item. */
async function leaseChecked(deps: SubmitDeps, itemId: string): Promise<Asked> {
  const { db, social } = deps;
  const first = await leaseTimed(deps, itemId, social !== null);
  if (first.result.kind !== "unchecked" || !social) return first;
  const isReachable = await checkTarget({ db, provider: social, now: databaseNow() }, itemId);
  return isReachable ? leaseTimed(deps, itemId, false) : { ...first, result: { kind: "gone" } };
}

async function leaseTimed(deps: SubmitDeps, itemId: string, needsCheck: boolean): Promise<Asked> {
  // Started before the leasing statement is sent, so that it ends before the database's lease does.
  const deadline = startSendDeadline(deps.leaseMs);
  return {
    deadline,
    result: await leaseItem(deps.db, itemId, needsCheck),
  };
}

function summary({ evidence, ...outcome }: Outcome) {
  const { kind, ...facts } = outcome;
  return { outcome: kind, ...facts, httpStatus: evidence.httpStatus };
}
