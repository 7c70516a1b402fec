import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import { openProvider, type ProviderOptions } from "../providers/open-provider";

export type BalanceDeps = {
  db: Database;
  provider: ProviderOptions;
  /** Where alerts go when the settings name nobody. */
  supportEmail: string;
};

/** The names of the suppliers that told their balance, and of those that did not. */
export type AskedBalances = { answered: string[]; silent: string[] };

/**
 * Asks every active supplier what its account holds, keeps it with currency and time, and raises an alert below the
 * supplier's limit, which ends by itself after a top-up. A supplier that does not answer keeps its last figure.
 */
export async function refreshBalances(deps: BalanceDeps): Promise<AskedBalances> {
  const suppliers = await deps.db.supplier.findMany({
    where: { isActive: true, kind: "panel_v2" },
    orderBy: { name: "asc" },
  });
  const asked: AskedBalances = { answered: [], silent: [] };
  const answers = await Promise.all(suppliers.map((supplier) => refreshOne(deps, supplier)));
  for (const [place, { name }] of suppliers.entries())
    asked[answers[place] ? "answered" : "silent"].push(name);
  return asked;
}

type SupplierRow = Awaited<ReturnType<Database["supplier"]["findMany"]>>[number];

async function refreshOne(deps: BalanceDeps, supplier: SupplierRow): Promise<boolean> {
  const answer = await openProvider(supplier, deps.provider)?.balance();
  if (!answer?.ok) {
    logger.warn({ supplierId: supplier.id, reason: answer?.reason ?? "no access" }, "a balance is not known");
    return false;
  }
  const { balance, currency } = answer;
  await deps.db.supplier.update({
    where: { id: supplier.id },
    data: { balance, balanceCurrency: currency, balanceAt: new Date() },
  });
  const key = `low_balance:${supplier.id}`;
  if (new Prisma.Decimal(balance).gte(supplier.lowBalance)) {
    await resolveAlert(deps.db, key);
    return true;
  }
  const sentence = `${supplier.name} has ${balance} ${currency} left, below its limit of ${supplier.lowBalance}. Top it up, or its orders will wait.`;
  await raiseAlert(deps.db, { key, kind: "low_balance", sentence }, deps.supportEmail);
  return true;
}
