import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Db } from "@/lib/base/db/client";
import { Prisma, type Supplier } from "@/lib/base/db/generated/client";
import { logger } from "@/lib/base/logger";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { runIsolated } from "@/lib/mail/alerts/set-aside";
import { resolveHoldAlerts } from "./health";
import { openProvider, type SupplierDeps } from "./protocol/open-provider";
import type { BalanceAnswer } from "./protocol/provider";

/** The names of the suppliers that answered, and of those that did not. */
type AskedBalances = { answered: string[]; silent: string[] };

/**
 * Asks all active panels for their balances. A balance below its limit raises an alert, which a top-up resolves. A
 * panel that does not answer keeps its last balance.
 */
export async function refreshBalances(deps: SupplierDeps): Promise<AskedBalances> {
  const suppliers = await deps.db.supplier.findMany({
    where: { isActive: true, kind: "panel_v2" },
    orderBy: { name: "asc" },
  });
  const answers = await Promise.all(
    suppliers.map((supplier) =>
      runIsolated(deps.db, "balances", [supplier], () => refreshOne(deps, supplier)),
    ),
  );
  const asked: AskedBalances = { answered: [], silent: [] };
  for (const [place, { name }] of suppliers.entries()) {
    asked[answers[place]?.[0] ? "answered" : "silent"].push(name);
  }
  return asked;
}

/** Refreshes all balances for an administrator, with an entry in the audit log. */
export async function askBalances(deps: SupplierDeps, { actor }: { actor: Actor }): Promise<AskedBalances> {
  const asked = await refreshBalances(deps);
  await deps.db.$transaction((tx) =>
    recordAudit(tx, { actor }, "suppliers.balances_asked", ["suppliers", "balances"], { after: asked }),
  );
  return asked;
}

/** The result in words, with the suppliers that did not answer. */
export function describeAsked({ answered, silent }: AskedBalances): string {
  const all = answered.length + silent.length;
  const who = silent.length > 0 ? ` No answer: ${silent.join(", ")}.` : "";
  return `${answered.length} of ${all} answered.${who}`;
}

async function refreshOne(deps: SupplierDeps, supplier: Supplier): Promise<boolean> {
  const askedAt = await readDatabaseTime(deps.db);
  const answer = await openProvider(supplier, deps.provider)?.balance();
  if (!answer?.ok) {
    logger.warn(
      { supplierId: supplier.id, reason: answer?.reason ?? "no access" },
      "a supplier's balance could not be read; the last one stays",
    );
    return false;
  }
  if (!(await keepBalance(deps.db, supplier.id, answer, askedAt))) return true;
  const { balance, currency } = answer;
  const key = `low_balance:${supplier.id}`;
  const message = `${supplier.name} has ${balance} ${currency} left, below its limit of ${supplier.lowBalance} ${currency}. Top it up, or its orders will go to the next supplier or wait.`;
  if (new Prisma.Decimal(balance).gte(supplier.lowBalance)) await resolveAlert(deps.db, key);
  else await raiseAlert(deps.db, { key, kind: "low_balance", message, supplierId: supplier.id });
  return true;
}

/**
 * Stores the balance that a supplier reported when it was asked at `askedAt`, the database's time. False in quarantine,
 * when no balance is stored.
 */
export async function keepBalance(
  db: Db,
  supplierId: string,
  {
    balance,
    currency,
    notation,
  }: Pick<Extract<BalanceAnswer, { ok: true }>, "balance" | "currency" | "notation">,
  askedAt: Date,
): Promise<boolean> {
  // A recovery needs the last balance from before the quarantine.
  if (!(await maySend(db))) return false;
  // A drop since the last reading counts as spent (lib/money/reconciliation/compare-spending.ts). A reading that is older
  // than the stored one would count a drop twice, and one from before the account changed would compare two accounts.
  const isToppedUp = Prisma.sql`(hold_reason = 'no_funds' AND suppliers.balance < ${balance}::numeric)`;
  const [kept] = await db.$queryRaw<{ isFunded: boolean }[]>`
    UPDATE suppliers SET balance = ${balance}::numeric, balance_currency = ${currency}, balance_at = now(),
      spent = CASE WHEN spent_since IS NULL OR balance_currency IS DISTINCT FROM ${currency} THEN 0
        ELSE spent + GREATEST(suppliers.balance - ${balance}::numeric, 0) END,
      credited = CASE WHEN spent_since IS NULL OR balance_currency IS DISTINCT FROM ${currency} THEN 0
        ELSE credited + GREATEST(${balance}::numeric - suppliers.balance, 0) END,
      spent_since = CASE WHEN spent_since IS NULL OR balance_currency IS DISTINCT FROM ${currency} THEN now()
        ELSE spent_since END,
      -- Whoever has topped it up need not resume it too.
      hold_until = CASE WHEN ${isToppedUp} THEN NULL ELSE hold_until END,
      hold_reason = CASE WHEN ${isToppedUp} THEN NULL ELSE hold_reason END,
      number_notation = CASE WHEN number_notation <> ${notation}::text THEN 'mixed'
        ELSE COALESCE(number_notation, ${notation}::text) END
    WHERE id = ${supplierId}::uuid AND (balance_at IS NULL OR balance_at <= ${askedAt})
      AND (evidence_since IS NULL OR evidence_since <= ${askedAt})
    RETURNING old.hold_reason = 'no_funds' AND new.hold_reason IS NULL AS "isFunded"`;
  if (kept?.isFunded) await resolveHoldAlerts(db, supplierId);
  return true;
}

/**
 * The CTEs `due` and `begun`: they read the spending since the last comparison and begin the next period, for accounts
 * whose period is longer than `shortestMs`.
 */
export function takeSpending(shortestMs: number): Prisma.Sql {
  return Prisma.sql`
    due AS (
      SELECT id, spent, credited, spent_since AS since, balance_at, lower(balance_currency) AS currency FROM suppliers
      WHERE spent_since < now() - ${shortestMs}::int * interval '1 millisecond' AND balance_at > spent_since
      ORDER BY id FOR NO KEY UPDATE
    ), begun AS (
      UPDATE suppliers SET spent = 0, credited = 0, spent_since = due.balance_at FROM due WHERE suppliers.id = due.id
    )`;
}
