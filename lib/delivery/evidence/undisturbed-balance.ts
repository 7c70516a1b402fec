import type { Database } from "@/lib/db/client";
import { type FulfillmentProvider, inBatches } from "@/lib/suppliers/protocol/provider";
import type { StatusReport } from "@/lib/suppliers/protocol/read-status";
import { inSet, statesIn } from "../item-status";
import type { FoundLostCall } from "./lost-call";

/** True when nothing known here can have moved the supplier's balance since the call began. */
export async function isBalanceUndisturbed(
  db: Database,
  { lease, startedAt }: FoundLostCall,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is_alone: boolean }[]>`
    SELECT NOT EXISTS (
      SELECT FROM supplier_calls WHERE supplier_id = ${lease.supplierId}::uuid AND started_at >= ${startedAt}
        AND item_id <> ${lease.itemId}::uuid
    ) AND NOT EXISTS (
      SELECT FROM fulfillment_items WHERE supplier_id = ${lease.supplierId}::uuid
        AND state ${inSet("givenBack")} AND finished_at >= ${startedAt}
    ) AS is_alone`;
  return row?.is_alone ?? false;
}

// Asking about more than this for one lost call would take too long.
const mostOpen = 500;

/**
 * Says whether the supplier may have given back money that is not recorded here yet, which would hide what a lost call
 * cost. Asks about every open order after the balance was read; null when there is no answer.
 */
export async function mayHaveBeenRefunded(
  db: Database,
  provider: FulfillmentProvider,
  supplierId: string,
): Promise<boolean | null> {
  const open = await db.fulfillmentItem.findMany({
    where: { supplierId, state: { in: statesIn("atSupplier") }, providerOrderId: { not: null } },
    select: { providerOrderId: true },
    take: mostOpen + 1,
  });
  if (open.length > mostOpen) return true;
  const ids = open.map((item) => item.providerOrderId ?? "");
  for (const batch of inBatches(ids, () => supplierId)) {
    const answer = await provider.statuses(batch);
    if (!answer.ok) return null;
    if (batch.some((id) => !keepsItsPrice(answer.reports.get(id)))) return true;
  }
  return false;
}

function keepsItsPrice(report: StatusReport | undefined): boolean {
  return report?.kind === "known" && ["submitted", "in_progress", "completed"].includes(report.state);
}
