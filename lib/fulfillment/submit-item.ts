import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { second } from "@/lib/time";
import { type Claim, claimItem, deferItem } from "./claim-item";
import { openProvider, type ProviderOptions } from "./providers/open-provider";
import { type Outcome, recordOutcome } from "./record-outcome";

export type SubmitDeps = {
  db: Database;
  provider: ProviderOptions;
  /** When an order that was taken is first asked about. */
  firstCheckMs: number;
};

/**
 * Sends one item to a supplier, at most once. Suppliers know no idempotency key: an `add` that is repeated buys
 * twice. So: claim and commit, call once, classify, record. A crash after the claim leaves the item `submitting`,
 * which the sweeper turns into `unknown` for a person to look into, never back into `ready`.
 *
 * Safe to call at any time and by many at once; only one caller gets the claim of a ready item.
 */
export async function submitItem(deps: SubmitDeps, itemId: string): Promise<void> {
  const claim = await claimItem(deps.db, itemId);
  if (!claim) {
    await deferItem(deps.db, itemId);
    return;
  }
  const outcome = await callOnce(claim, deps.provider);
  // The log has the supplier's answer before the database does: should the record fail, a person finds it there.
  logger.info(
    { itemId, orderId: claim.orderId, supplierId: claim.supplierId, ...summary(outcome) },
    "supplier call ended",
  );
  await untilRecorded(itemId, () =>
    recordOutcome(deps.db, claim, outcome, { firstCheckMs: deps.firstCheckMs }),
  );
}

async function callOnce(claim: Claim, options: ProviderOptions): Promise<Outcome> {
  const provider = openProvider(claim.access, options);
  if (!provider) {
    const evidence = { httpStatus: null, answer: "not sent: the supplier's address or key can't be used" };
    return { kind: "rejected", code: "bad_key", evidence };
  }
  return provider.add(claim.request);
}

function summary({ evidence, ...outcome }: Outcome) {
  const { kind, ...facts } = outcome;
  return { outcome: kind, ...facts, httpStatus: evidence.httpStatus };
}

const recordWaitsMs = [250, second, 2 * second, 4 * second, 8 * second];

/**
 * Keeps an answer in hand while it can't be written, as in a restart of the database. Recording is safe to repeat
 * and an answer that is lost costs a person's time, so every kind of failure is tried again.
 */
async function untilRecorded(itemId: string, record: () => Promise<void>): Promise<void> {
  for (const waitMs of recordWaitsMs) {
    try {
      return await record();
    } catch (error) {
      logger.warn({ itemId, err: String(error) }, "an answer could not be recorded; trying again");
      await wait(waitMs);
    }
  }
  return record();
}
