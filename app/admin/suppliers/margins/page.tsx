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

/** The margin of each offer at the suppliers' current rates. */
export default async function MarginsPage() {
  await requireAdmin("numbers.read");
  const all = (await listMargins(getDb())).map(toView);
  // Warnings first.
  const rows = [...all.filter(isWarned), ...all.filter((row) => !isWarned(row))];
  const warned = all.filter(isWarned).length;
  return (
    <>
      <AdminHeading
        title="Margins"
        intro="Each price minus the first supplier's cost today, without card fees."
      />
      <SupplierTabs here="/admin/suppliers/margins" />
      {warned > 0 ? (
        <Alert variant="warning">
          {warned === 1 ? "1 offer needs" : `${warned} offers need`} a look: change the price, or who
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
      return "No supplier delivers this, so paid orders would wait.";
    case "currency":
      return row.currency
        ? `The supplier is paid in ${row.currency}, so the margin is not known.`
        : "The supplier's currency is not known. Ask for its balance.";
    case "below_cost":
      return "Sold below cost.";
    case "dearest_below_cost":
      return "Sold below cost if the most expensive supplier delivers it.";
    case "below_minimum":
      return `Can't be sold: the supplier takes ${row.minQuantity?.toLocaleString("en-US")} or more.`;
    case "above_maximum":
      return `Can't be sold: the supplier takes ${row.maxQuantity?.toLocaleString("en-US")} at most.`;
  }
}
