import { AdminSection } from "@/components/admin/admin-section";
import { type Db, getDb } from "@/lib/base/db/client";
import type { Period } from "@/lib/operator/reporting/funnel";
import {
  addMoney,
  loadMoneyByDay,
  loadMoneyByService,
  loadMoneyBySupplier,
} from "@/lib/operator/reporting/money-numbers";
import { findPlatform, serviceName } from "@/lib/shop/catalog/vocabulary";
import { DaysChart } from "./days-chart";
import { type LabelledMoney, MoneyTable } from "./money-table";

type MoneySectionsProps = { periods: { current: Period; before: Period } };

/** Sales, refunds, costs and margin from the ledger, drawn by day and listed by platform, service and supplier. */
export async function MoneySections({ periods }: MoneySectionsProps) {
  const db = getDb();
  const [now, before] = await Promise.all([load(db, periods.current), load(db, periods.before)]);
  const currencies = [...new Set(now.services.map(({ currency }) => currency))];
  if (currencies.length === 0) {
    return (
      <AdminSection title="Money">
        <p className="text-muted-foreground">Nothing was posted to the ledger in this period.</p>
      </AdminSection>
    );
  }
  // The shop's own currency first; a supplier may be paid in another one.
  currencies.sort((a, b) => Number(b === "usd") - Number(a === "usd"));
  return currencies.map(async (currency) => (
    <AdminSection
      key={currency}
      title={currencies.length === 1 ? "Money" : `Money in ${currency.toUpperCase()}`}
      detail="By the day on which each amount was posted: sales less refunds, card fees, disputes and what suppliers were paid. A supplier's row shows its cost, and its share of each order by units."
    >
      <DaysChart days={await loadMoneyByDay(db, periods.current, currency)} currency={currency} />
      {parts.map(({ of, rowsOf }) => (
        <MoneyTable
          key={of}
          of={of}
          rows={addByLabel(rowsOf(now), currency)}
          earlier={addByLabel(rowsOf(before), currency)}
          currency={currency}
        />
      ))}
    </AdminSection>
  ));
}

type Loaded = Awaited<ReturnType<typeof load>>;

async function load(db: Db, period: Period) {
  const [services, suppliers] = await Promise.all([
    loadMoneyByService(db, period),
    loadMoneyBySupplier(db, period),
  ]);
  return { services, suppliers };
}

const parts: { of: string; rowsOf: (loaded: Loaded) => LabelledMoney[] }[] = [
  {
    of: "Platform",
    rowsOf: ({ services }) =>
      services.map((row) => ({
        ...row,
        label: row.platform ? (findPlatform(row.platform)?.label ?? row.platform) : "Without an order",
      })),
  },
  {
    of: "Service",
    rowsOf: ({ services }) =>
      services.map((row) => ({
        ...row,
        label: row.platform && row.service ? serviceName(row.platform, row.service) : "Without an order",
      })),
  },
  {
    of: "Supplier",
    rowsOf: ({ suppliers }) =>
      suppliers.map((row) => ({ ...row, label: row.supplier ?? "Not sent to a supplier" })),
  },
];

/** One row for each label, in the order of their first appearance. */
function addByLabel(rows: LabelledMoney[], currency: string): LabelledMoney[] {
  const own = rows.filter((row) => row.currency === currency);
  return [...new Set(own.map(({ label }) => label))].map((label) => ({
    label,
    currency,
    ...addMoney(own.filter((row) => row.label === label)),
  }));
}
