import type { Database } from "@/lib/db/client";
import type { EvidenceMode } from "@/lib/db/generated/enums";
import { logger, logOrder } from "@/lib/logger";
import { openProvider } from "@/lib/suppliers/protocol/open-provider";
import { startSendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import { minute, second } from "@/lib/time";
import { repeatLeftMs, repeatWaitMs } from "../evidence-limits";
import type { CallDeps } from "../item-lease";
import { recordOutcome } from "../submit/record-outcome";
import { recordRefusal } from "../submit/record-refusal";
import { giveUpEvidence } from "../submit/record-unknown";
import { recordWithRetries } from "../submit/record-with-retries";
import { isBalanceUndisturbed, judgeBalance, mayHaveBeenRefunded } from "./balance-evidence";
import { beginRepeat, endRepeat, type FoundLostCall, postponeEvidence, takeLostCall } from "./lost-call";

/**
 * Looks for evidence about an unknown item's lost call, in its supplier's evidence mode. Without evidence the item
 * stays in review, is examined again as long as that can help, and then waits for an operator. Safe to call at any time
 * and concurrently.
 */
export async function resolveItem(deps: CallDeps, itemId: string): Promise<void> {
  const lost = await takeLostCall(deps.db, itemId, deps.leaseMs);
  if (!lost) return;
  logOrder(lost.lease.orderId);
  await searches[lost.lease.evidenceMode](deps, lost);
}

const searches: Record<EvidenceMode, (deps: CallDeps, lost: FoundLostCall) => Promise<void>> = {
  // The call was made before the supplier's address, key or mode changed: nothing can show what became of it.
  none: (deps, { lease }) => giveUpEvidence(deps.db, lease, "evidence_exhausted"),
  request_id: repeatCall,
  dedupe_window: repeatCall,
  balance: judgeByBalance,
};

/**
 * Repeats the same request, which the supplier's rules make harmless. Only an order number proves anything; a refusal
 * or a failed connection doesn't show what the first call did. The time left is what the database reported less what a
 * stopwatch has measured since, and is checked again right before the request is written.
 */
async function repeatCall(deps: CallDeps, lost: FoundLostCall): Promise<void> {
  const { db } = deps;
  const { lease } = lost;
  const { timeoutMs } = deps.provider;
  const { evidenceMode, request } = lease;
  const call = { ...lost, evidenceMode, hasEvidenceId: request.extra !== undefined };
  const leftMs = repeatLeftMs(call, timeoutMs);
  const provider = openProvider(lease.access, deps.provider);
  if (!provider || leftMs <= 0) return giveUpEvidence(db, lease, "evidence_exhausted");
  const deadline = startSendDeadline(deps.leaseMs, lost.elapsedMs, leftMs);
  // If the first call bought nothing, its repetition would buy; so it needs what a lease needs.
  if (!(await beginRepeat(db, lost, deps.leaseMs + timeoutMs)))
    return postponeEvidence(db, lost, stoppedWaitMs);
  const outcome = await provider.add(request, deadline);
  const { evidence: _evidence, ...facts } = outcome;
  logger.info({ itemId: lease.itemId, orderId: lease.orderId, ...facts }, "a lost call was repeated");
  try {
    if (outcome.kind === "accepted") {
      await recordWithRetries(lease.itemId, () => recordOutcome(deps, lease, outcome));
    }
  } finally {
    await endRepeat(db, lost, outcome);
  }
  await postponeEvidence(db, lost, repeatWaitMs(lost.repeats));
}

// How often to check whether the order was unblocked, or its supplier is no longer paused.
const stoppedWaitMs = 10 * minute;

/**
 * Compares the account's balance before the call with every reading since. Until this is done, no other item is sent to
 * the supplier; if it may have given back money for another order meanwhile, the comparison is unclear. The delay
 * before the reading counts from the moment the item became unknown: nothing is sent under its lease after that moment.
 */
async function judgeByBalance(deps: CallDeps, lost: FoundLostCall): Promise<void> {
  const { db } = deps;
  const { lease, balanceBefore, ratePer1000, balanceDelayLeftMs } = lost;
  // The call is made only after this balance has been recorded under the lease (submit-item.ts).
  if (balanceBefore === null) return recordNotExecuted(db, lost, "the call was never begun");
  if (balanceDelayLeftMs > 0) return postponeEvidence(db, lost, balanceDelayLeftMs + second);
  const provider = openProvider(lease.access, deps.provider);
  const reading = await provider?.balance();
  if (!provider || !reading?.ok) return postponeEvidence(db, lost, minute);
  const readings = [...(lost.balanceAfter === null ? [] : [lost.balanceAfter]), reading.balance];
  const judged =
    ratePer1000 === null
      ? "unclear"
      : judgeBalance({ before: balanceBefore, readings, ratePer1000, quantity: lease.request.quantity });
  const isGivenBack =
    judged === "not_executed" ? await mayHaveBeenRefunded(db, provider, lease.supplierId) : false;
  if (isGivenBack === null) return postponeEvidence(db, lost, minute);
  // Read after the open orders: one that ends in between is missing there, and is found here.
  const verdict = !isGivenBack && (await isBalanceUndisturbed(db, lost)) ? judged : "unclear";
  logger.info({ itemId: lease.itemId, orderId: lease.orderId, verdict }, "a balance was compared");
  if (verdict === "not_executed") {
    return recordNotExecuted(db, lost, `the balance stayed at ${balanceBefore}`);
  }
  const evidence = `balance ${balanceBefore} before the call, ${readings.join(", then ")}`;
  await db.$executeRaw`
    UPDATE supplier_calls SET answer = left(concat_ws(E'\n', answer, ${evidence}::text), 8192)
    WHERE item_id = ${lease.itemId}::uuid AND action = 'add' AND attempt = ${lease.attempt}::int`;
  await giveUpEvidence(db, lease, verdict === "bought" ? "bought_number_unknown" : "balance_unclear");
}

async function recordNotExecuted(db: Database, { lease }: FoundLostCall, why: string): Promise<void> {
  const evidence = { httpStatus: null, answer: `proven not executed: ${why}` };
  await recordRefusal(db, lease, { kind: "rejected", code: "not_executed", evidence });
}
