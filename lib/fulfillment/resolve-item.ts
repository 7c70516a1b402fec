import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { minute, second } from "@/lib/time";
import { judgeBalance } from "./judge-balance";
import { wasAlone, wasGivenBack } from "./lone-balance";
import { type FoundLostCall, putOffProof, takeLostCall } from "./lost-call";
import { balanceSettlesMs, mayRepeat, repeatWaitMs } from "./proof-limits";
import { openProvider, type ProviderOptions } from "./providers/open-provider";
import { type Outcome, type RecordOptions, recordOutcome } from "./record-outcome";
import { untilRecorded } from "./until-recorded";

export type ResolveDeps = RecordOptions & { db: Database; provider: ProviderOptions };

/**
 * Looks for the proof that an unknown item lacks, in the way its supplier allows. What proves nothing changes nothing:
 * the item stays in review, is looked at again while that makes sense, and then waits for a person. Safe to call at
 * any time and by many at once.
 */
export async function resolveItem(deps: ResolveDeps, itemId: string): Promise<void> {
  const lost = await takeLostCall(deps.db, itemId);
  if (!lost) return;
  switch (lost.claim.proofMode) {
    case "request_id":
    case "dedupe_window":
      return repeatCall(deps, lost);
    case "balance":
      return proveByBalance(deps, lost);
    case "none":
      return;
  }
}

/**
 * Sends the very same request again, as the supplier's own rules make it harmless. Only an order number settles
 * anything: a refusal, or no connection, says nothing about the first call.
 */
async function repeatCall(deps: ResolveDeps, lost: FoundLostCall): Promise<void> {
  const { db } = deps;
  const { claim, repeats } = lost;
  const call = { ...lost, proofMode: claim.proofMode, hasProofId: claim.request.extra !== undefined };
  const provider = openProvider(claim.access, deps.provider);
  if (!provider || !mayRepeat(call, new Date(), deps.provider.timeoutMs)) {
    return putOffProof(db, claim, { giveUp: "proof_exhausted" });
  }
  const action = `repeat:${claim.attempt}`;
  const attempt = repeats + 1;
  const key = { itemId_action_attempt: { itemId: claim.itemId, action, attempt } };
  const request = { ...claim.request };
  await db.supplierCall.create({
    data: { itemId: claim.itemId, supplierId: claim.supplierId, attempt, action, request },
  });
  const outcome = await provider.add(claim.request);
  logger.info(
    { itemId: claim.itemId, orderId: claim.orderId, outcome: outcome.kind },
    "a lost call was repeated",
  );
  await db.supplierCall.update({ where: key, data: { ...endOf(outcome), endedAt: new Date() } });
  if (outcome.kind === "accepted") {
    await untilRecorded(claim.itemId, () => recordOutcome(db, claim, outcome, deps));
  } else {
    await putOffProof(db, claim, { waitMs: repeatWaitMs(repeats) });
  }
}

function endOf(outcome: Outcome) {
  const reason =
    outcome.kind === "rejected" ? outcome.code : outcome.kind === "unknown" ? outcome.reason : null;
  return {
    outcome: outcome.kind,
    reason,
    httpStatus: outcome.evidence.httpStatus,
    answer: outcome.evidence.answer,
  };
}

/**
 * Compares the account's balance before the call with every reading since. The supplier takes no other call from us
 * until this is over, and an order that may have been given back in between makes the figures worthless.
 */
async function proveByBalance(deps: ResolveDeps, lost: FoundLostCall): Promise<void> {
  const { db } = deps;
  const { claim, balanceBefore, ratePer1000 } = lost;
  // The call is made only after this figure is on record (call-supplier.ts).
  if (balanceBefore === null) return recordNotExecuted(deps, lost, "the call was never begun");
  const settlesInMs = lost.endedAt.getTime() + balanceSettlesMs - Date.now();
  if (settlesInMs > 0) return putOffProof(db, claim, { waitMs: settlesInMs + second });
  const provider = openProvider(claim.access, deps.provider);
  const settled = await provider?.balance();
  if (!provider || !settled?.ok) return putOffProof(db, claim, { waitMs: minute });
  const readings = [...(lost.balanceAfter === null ? [] : [lost.balanceAfter]), settled.balance];
  const isAlone = await wasAlone(db, lost);
  const verdict =
    isAlone && ratePer1000 !== null
      ? judgeBalance({ before: balanceBefore, readings, ratePer1000, quantity: claim.request.quantity })
      : "unclear";
  logger.info({ itemId: claim.itemId, orderId: claim.orderId, verdict }, "a balance was compared");
  const isGivenBack = verdict === "not_executed" ? await wasGivenBack(db, provider, claim.supplierId) : false;
  if (isGivenBack === null) return putOffProof(db, claim, { waitMs: minute });
  if (verdict === "not_executed" && !isGivenBack) {
    return recordNotExecuted(deps, lost, `the balance stayed at ${balanceBefore}`);
  }
  const evidence = `balance ${balanceBefore} before the call, ${readings.join(", then ")}`;
  await db.$executeRaw`
    UPDATE supplier_calls SET answer = left(concat_ws(E'\n', answer, ${evidence}::text), 8192)
    WHERE item_id = ${claim.itemId}::uuid AND action = 'add' AND attempt = ${claim.attempt}::int`;
  await putOffProof(db, claim, {
    giveUp: verdict === "bought" ? "bought_number_unknown" : "balance_unclear",
  });
}

async function recordNotExecuted(deps: ResolveDeps, { claim }: FoundLostCall, why: string): Promise<void> {
  const evidence = { httpStatus: null, answer: `proven not executed: ${why}` };
  await recordOutcome(deps.db, claim, { kind: "rejected", code: "not_executed", evidence }, deps);
}
