import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { MarginsTable, type MarginTableRow } from "@/app/admin/suppliers/margins-table";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { AdminHeading } from "@/components/admin/admin-heading";
import { Alert } from "@/components/ui/alert";
import { amountLabel } from "@/lib/catalog/catalog";
import { getDb } from "@/lib/db/client";
import { listMargins, type MarginProblem, type MarginRow, marginOf } from "@/lib/reporting/margins";

export const metadata: Metadata = { title: "Margins" };

/** What is left of each price at the suppliers' rates of now. */
export default async function MarginsPage() {
  await requireAdmin();
  const all = (await listMargins(getDb())).map(toView);
  // What needs a look stands first.
  const rows = [...all.filter(isWarned), ...all.filter((row) => !isWarned(row))];
  const warned = all.filter(isWarned).length;
  return (
    <>
      <AdminHeading
        title="Margins"
        intro="Each price less what the supplier asked first takes today. Card fees are not in it."
      />
      <SupplierTabs here="/admin/suppliers/margins" />
      {warned > 0 ? (
        <Alert variant="warning">
          {warned === 1 ? "One entry needs" : `${warned} entries need`} a look: change the price, or who
          delivers.
        </Alert>
      ) : null}
      <MarginsTable rows={rows} />
    </>
  );
}

const isWarned = (row: MarginTableRow) => row.warnings.length > 0;

function toView(row: MarginRow): MarginTableRow {
  const { costMicros, marginMicros, marginBps, problems } = marginOf(row);
  return {
    key: `${row.platform}-${row.kind}-${row.id}`,
    platform: row.platform,
    label: amountLabel(row.quantity, row.service),
    surface: row.surface,
    priceCents: row.priceCents,
    supplierName: row.supplierName,
    cost: costMicros === null ? null : dollars(costMicros),
    margin: marginMicros === null ? null : dollars(marginMicros),
    percent: marginBps === null ? null : `${(marginBps / 100).toFixed(1)}%`,
    warnings: problems.map((problem) => messageOf(problem, row)),
  };
}

/** Micro-dollars to four places. */
function dollars(micros: number): string {
  const sign = micros < 0 ? "−" : "";
  return `${sign}$${(Math.abs(micros) / 1_000_000).toFixed(4)}`;
}

function messageOf(problem: MarginProblem, row: MarginRow): string {
  switch (problem) {
    case "no_supplier":
      return "Nobody delivers this: paid orders of it would wait.";
    case "currency":
      return row.currency
        ? `The supplier is paid in ${row.currency}, so the margin is not known.`
        : "The supplier's currency is not known. Ask for its balance.";
    case "below_cost":
      return "Sold below its cost.";
    case "dearest_below_cost":
      return "Sold below cost when it falls to the dearest supplier that may be asked.";
    case "below_minimum":
      return `Can't be sold: the supplier takes ${row.minQuantity?.toLocaleString("en-US")} or more.`;
    case "above_maximum":
      return `Can't be sold: the supplier takes ${row.maxQuantity?.toLocaleString("en-US")} at most.`;
  }
}
