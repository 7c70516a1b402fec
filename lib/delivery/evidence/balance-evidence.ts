import type { Database } from "@/lib/db/client";
import { inSet, statesIn } from "@/lib/db/item-status";
import { type FulfillmentProvider, inBatches } from "@/lib/suppliers/protocol/provider";
import { balanceRounding } from "@/lib/suppliers/protocol/read-account";
import type { StatusReport } from "@/lib/suppliers/protocol/read-status";
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

/** Decimal amounts of a supplier's own currency, as text; below zero for an account with credit. */
type BalanceEvidence = {
  before: string;
  /** Every later reading, the first one right after the call, the last one as the panel wrote it. */
  readings: string[];
  ratePer1000: string;
  quantity: number;
};

/** bought: the account paid for the call. not_executed: it paid nothing. unclear: neither is proven. */
type BalanceVerdict = "bought" | "not_executed" | "unclear";

const scale = 7;

/**
 * What an account's balance proves about one call, if no other call was made around it. `bought`: the last reading is
 * lower than `before` by the price, to within 1 % or the panel's rounding. `not_executed`: all readings equal `before`,
 * and the price is large enough to show in the decimals that the panel writes. Pure.
 */
export function judgeBalance({ before, readings, ratePer1000, quantity }: BalanceEvidence): BalanceVerdict {
  const start = units(before);
  const seen = readings.map(units);
  const last = seen.at(-1);
  const price = (units(ratePer1000) * BigInt(quantity)) / 1000n;
  const rounding = units(balanceRounding(readings.at(-1) ?? "", [before, ...readings]));
  if (last === undefined || price <= rounding * 2n) return "unclear";
  if (seen.every((reading) => reading === start)) return "not_executed";
  const tolerance = price / 100n > rounding ? price / 100n : rounding;
  const offBy = start - last - price;
  return offBy <= tolerance && -offBy <= tolerance ? "bought" : "unclear";
}

function units(decimal: string): bigint {
  if (decimal.startsWith("-")) return -units(decimal.slice(1));
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole) * 10n ** BigInt(scale) + BigInt(fraction.slice(0, scale).padEnd(scale, "0"));
}
