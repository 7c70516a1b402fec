import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import { maySend } from "@/lib/quarantine/database-mark";
import { openProvider, type ProviderOptions } from "./protocol/open-provider";

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
  const answered = new Set<string>();
  const refresh = (supplier: SupplierRow) =>
    runIsolated(deps.db, "balances", {
      entries: [supplier],
      idOf: ({ id }) => id,
      run: async () => {
        if (await refreshOne(deps, supplier)) answered.add(supplier.id);
      },
    });
  await Promise.all(suppliers.map(refresh));
  for (const { id, name } of suppliers) asked[answered.has(id) ? "answered" : "silent"].push(name);
  return asked;
}

type SupplierRow = Awaited<ReturnType<Database["supplier"]["findMany"]>>[number];

async function refreshOne(deps: BalanceDeps, supplier: SupplierRow): Promise<boolean> {
  const [asked] = await deps.db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  const answer = await openProvider(supplier, deps.provider)?.balance();
  if (!answer?.ok) {
    logger.warn({ supplierId: supplier.id, reason: answer?.reason ?? "no access" }, "a balance is not known");
    return false;
  }
  const { balance, currency } = answer;
  // The last figure from before a quarantine tells what was bought since.
  if (!(await maySend(deps.db))) return true;
  // A fall since the last reading was spent (lib/reconciliation/compare-spending.ts). A reading that was begun before the
  // last one was kept, or before the account changed, would count one twice, or compare two accounts.
  await deps.db.$executeRaw`
    UPDATE suppliers SET balance = ${balance}::numeric, balance_currency = ${currency}, balance_at = now(),
      spent = CASE WHEN spent_since IS NULL OR balance_currency IS DISTINCT FROM ${currency} THEN 0
        ELSE spent + GREATEST(suppliers.balance - ${balance}::numeric, 0) END,
      spent_since = CASE WHEN spent_since IS NULL OR balance_currency IS DISTINCT FROM ${currency} THEN now()
        ELSE spent_since END
    WHERE id = ${supplier.id}::uuid AND (balance_at IS NULL OR balance_at <= ${asked?.at})
      AND (evidence_since IS NULL OR evidence_since <= ${asked?.at})`;
  const key = `low_balance:${supplier.id}`;
  if (new Prisma.Decimal(balance).gte(supplier.lowBalance)) {
    await resolveAlert(deps.db, key);
    return true;
  }
  const message = `${supplier.name} has ${balance} ${currency} left, below its limit of ${supplier.lowBalance}. Top it up, or its orders will wait.`;
  await raiseAlert(deps.db, { key, kind: "low_balance", message }, deps.supportEmail);
  return true;
}
