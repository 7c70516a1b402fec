import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { openProvider, type ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import type { FulfillmentProvider } from "@/lib/suppliers/protocol/provider";
import type { SendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import type { ItemLease, Outcome } from "../item-lease";

/** Sends a leased item's request once, within its deadline. In evidence mode `balance`, records the balance around it. */
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
      "the balance before a call could not be stored",
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
        logger.warn({ itemId: lease.itemId, err: String(error) }, "a balance could not be stored"),
    );
  }
  return outcome;
}

function notSent(code: "bad_key" | "unreachable" | "not_executed", why: string): Outcome {
  return { kind: "rejected", code, evidence: { httpStatus: null, answer: `not sent: ${why}` } };
}
