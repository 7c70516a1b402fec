import { readDatabaseTime } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logger, logOrder, withLogFields } from "@/lib/logger";
import type { SocialDataProvider } from "@/lib/social/provider";
import { openProvider, type ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import type { FulfillmentProvider } from "@/lib/suppliers/protocol/provider";
import { type SendDeadline, startSendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import type { CallDeps, ItemLease, LeaseResult, Outcome } from "../item-lease";
import { checkTarget } from "./check-target";
import { deferBusyItem, deferItem } from "./defer-item";
import { leaseItem } from "./lease-item";
import { recordOutcome } from "./record-outcome";
import { recordWithRetries } from "./record-with-retries";

export type SubmitDeps = CallDeps & {
  /** Looks up targets before items are sent; null means that they are sent without a lookup. */
  social: SocialDataProvider | null;
};

/**
 * Sends one item to a supplier, at most once. Most suppliers buy twice when `add` is repeated, so: lease and commit, call
 * once, classify, record. After a crash the sweeper makes the item `unknown`, never `ready`. A holder whose lease is over
 * sends nothing and returns the item. Safe to call at any time and concurrently. Resolves to the supplier's id; null when
 * the item was not leased.
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
  await recordWithRetries(itemId, () => recordOutcome(deps, lease, outcome));
  return lease.supplierId;
}

type Asked = { result: LeaseResult; deadline: SendDeadline };

/** Leases an item, first looking up its target if the last lookup is too old. An unreachable target pauses the item. */
async function leaseChecked(deps: SubmitDeps, itemId: string): Promise<Asked> {
  const { db, social } = deps;
  const first = await leaseTimed(deps, itemId, social !== null);
  if (first.result.kind !== "unchecked" || !social) return first;
  const now = await readDatabaseTime(db);
  const isReachable = await checkTarget({ db, provider: social, now }, itemId);
  return isReachable ? leaseTimed(deps, itemId, false) : { ...first, result: { kind: "gone" } };
}

async function leaseTimed(deps: SubmitDeps, itemId: string, needsCheck: boolean): Promise<Asked> {
  // Started before the leasing statement is sent, so that it ends before the database's lease does.
  const deadline = startSendDeadline(deps.leaseMs);
  return { deadline, result: await leaseItem(deps.db, itemId, needsCheck) };
}

/** Sends a leased item's request once, within its deadline. In evidence mode `balance`, records the balance around it. */
async function callSupplier(
  db: Database,
  lease: ItemLease,
  deadline: SendDeadline,
  options: ProviderOptions,
): Promise<Outcome> {
  const provider = openProvider(lease.access, options);
  if (!provider) return notSent("bad_key", "the supplier's address or key can't be used");
  if (lease.evidenceMode !== "balance") return provider.add(lease.request, deadline);
  return callWithBalance(db, lease, deadline, provider);
}

/** The balance is recorded under the lease before the call, so a missing balance proves that nothing was sent. */
async function callWithBalance(
  db: Database,
  lease: ItemLease,
  deadline: SendDeadline,
  provider: FulfillmentProvider,
): Promise<Outcome> {
  const before = await provider.balance();
  if (!before.ok) return notSent("unreachable", `its balance could not be read: ${before.detail}`);
  // The item's row is locked, so that a concurrent sweep either waits or is seen.
  const kept = db.$executeRaw`
    WITH mine AS (
      SELECT id, attempt FROM fulfillment_items
      WHERE id = ${lease.itemId}::uuid AND state = 'submitting' AND lease_token = ${lease.token}::uuid FOR SHARE
    )
    UPDATE supplier_calls AS call SET balance_before = ${before.balance}::numeric
    FROM mine WHERE call.item_id = mine.id AND call.action = 'add' AND call.attempt = mine.attempt`;
  // Nothing has been sent yet, whether or not the balance was stored.
  const isMine = await kept.catch((error: unknown) => {
    logger.warn(
      { itemId: lease.itemId, err: String(error) },
      "the balance before a call could not be stored, so nothing was sent",
    );
    return 0;
  });
  if (isMine === 0)
    return notSent("not_executed", "the lease had been given up, or the balance was not kept");
  const outcome = await provider.add(lease.request, deadline);
  const after = await provider.balance();
  if (after.ok) {
    await db.$executeRaw`
      UPDATE supplier_calls SET balance_after = ${after.balance}::numeric
      WHERE item_id = ${lease.itemId}::uuid AND action = 'add' AND attempt = ${lease.attempt}::int`.catch(
      // The outcome must be recorded even without this balance.
      (error: unknown) =>
        logger.warn(
          { itemId: lease.itemId, err: String(error) },
          "the balance after a call could not be stored; the call's outcome is recorded without it",
        ),
    );
  }
  return outcome;
}

function notSent(code: "bad_key" | "unreachable" | "not_executed", why: string): Outcome {
  return { kind: "rejected", code, evidence: { httpStatus: null, answer: `not sent: ${why}` } };
}

function summary({ evidence, ...outcome }: Outcome) {
  const { kind, ...facts } = outcome;
  return { outcome: kind, ...facts, httpStatus: evidence.httpStatus };
}
