import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { openProvider, type ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import type { FulfillmentProvider } from "@/lib/suppliers/protocol/provider";
import type { SendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import type { ItemLease } from "./lease-item";
import type { Outcome } from "./record-outcome";

/**
 * Sends a leased item's request once, and only while its deadline lasts. Where the balance is the evidence, it is read
 * and kept before and after.
 */
export async function callSupplier(
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

/**
 * The call is made only once the balance before it is on record, under the lease: no balance on record proves that
 * nothing was sent, also to a process that finds the item after this one has died.
 */
async function callWithBalance(
  db: Database,
  lease: ItemLease,
  deadline: SendDeadline,
  provider: FulfillmentProvider,
): Promise<Outcome> {
  const before = await provider.balance();
  if (!before.ok) return notSent("unreachable", `its balance could not be read: ${before.detail}`);
  // The item's row is locked, so that a sweep which gives the call up at this moment is either seen or waits.
  const kept = db.$executeRaw`
    WITH mine AS (
      SELECT id, attempt FROM fulfillment_items
      WHERE id = ${lease.itemId}::uuid AND state = 'submitting' AND lease_token = ${lease.token}::uuid FOR SHARE
    )
    UPDATE supplier_calls AS call SET balance_before = ${before.balance}::numeric
    FROM mine WHERE call.item_id = mine.id AND call.action = 'add' AND call.attempt = mine.attempt`;
  // Whether it was kept or not: nothing was sent, and the holder of the lease is the one who knows.
  const isMine = await kept.catch((error: unknown) => {
    logger.warn({ itemId: lease.itemId, err: String(error) }, "the balance before a call was not kept");
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
      // The balance is help, the outcome is not: it must not be lost with it.
      (error: unknown) => logger.warn({ itemId: lease.itemId, err: String(error) }, "a balance was not kept"),
    );
  }
  return outcome;
}

function notSent(code: "bad_key" | "unreachable" | "not_executed", why: string): Outcome {
  return { kind: "rejected", code, evidence: { httpStatus: null, answer: `not sent: ${why}` } };
}
