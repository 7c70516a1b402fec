import { logger, logOrder } from "@/lib/base/logger";
import type { CallDeps, ItemLease, Outcome } from "@/lib/delivery/items/item-lease";
import type { SocialDataProvider } from "@/lib/delivery/social/provider";
import { openProvider, type ProviderOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import { type SendDeadline, startSendDeadline } from "@/lib/delivery/suppliers/protocol/send-deadline";
import { checkTarget } from "./check-target";
import { leaseItem } from "./lease-item";
import { recordOutcome } from "./record-outcome";
import { recordWithRetries } from "./record-with-retries";

type SubmitDeps = CallDeps & {
  /** Looks up targets before items are sent; null means that they are sent without a lookup. */
  social: SocialDataProvider | null;
};

/**
 * Sends one item to a supplier, at most once. Most suppliers buy twice when `add` is repeated, so: lease and commit, call
 * once, classify, record. After a crash the sweeper makes the item `unknown`, never `ready`. A holder whose lease is over
 * sends nothing and returns the item. Safe to call at any time and concurrently.
 */
export async function submitItem(deps: SubmitDeps, itemId: string): Promise<void> {
  const { db, social } = deps;
  if (social && !(await checkTarget({ db, provider: social }, itemId))) return;
  // Started before the leasing transaction, so that it ends before the database's lease does.
  const deadline = startSendDeadline(deps.leaseMs);
  const lease = await leaseItem(db, itemId);
  if (!lease) return;
  logOrder(lease.orderId);
  const outcome = await callSupplier(lease, deadline, deps.provider);
  // Logged before it is recorded: if recording fails, an operator finds the answer in the log.
  const { kind, evidence, ...facts } = outcome;
  const { orderId, supplierId } = lease;
  const { httpStatus } = evidence;
  logger.info({ itemId, orderId, supplierId, outcome: kind, ...facts, httpStatus }, "supplier call ended");
  await recordWithRetries(itemId, () => recordOutcome(deps, lease, outcome));
}

/** Sends the request once, within its deadline. */
async function callSupplier(
  { access, request }: ItemLease,
  deadline: SendDeadline,
  options: ProviderOptions,
): Promise<Outcome> {
  const provider = openProvider(access, options);
  if (provider) return provider.add(request, deadline);
  const answer = "not sent: the supplier's address or key can't be used";
  return { kind: "rejected", code: "bad_key", evidence: { httpStatus: null, answer } };
}
