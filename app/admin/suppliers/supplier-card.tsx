import Link from "next/link";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { balanceText, runwayText, shortDecimal } from "./balance-text";
import { SupplierStates } from "./supplier-states";

export type SupplierCardView = {
  id: string;
  name: string;
  kind: string;
  isActive: boolean;
  holdReason: string | null;
  isLow: boolean;
  balance: string | null;
  balanceCurrency: string | null;
  /** ISO 8601. */
  balanceAt: string | null;
  runwayDays: number | null;
  spentPerDay: string;
  openItems: number;
  services: number;
};

/** A supplier in the list, with its state and balance. */
export function SupplierCard({ supplier }: { supplier: SupplierCardView }) {
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-border bg-card p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          <Link
            href={`/admin/suppliers/${supplier.id}`}
            prefetch={false}
            className="inline-flex min-h-11 items-center text-primary underline-offset-4 hover:underline"
          >
            {supplier.name}
          </Link>
        </h2>
        <SupplierStates supplier={supplier} />
      </div>
      <FactList
        facts={[
          { label: "Balance", value: balanceText(supplier) },
          { label: "Lasts", value: runwayText(supplier.runwayDays) },
          { label: "Spent per day, last week", value: shortDecimal(supplier.spentPerDay) },
          { label: "In progress", value: supplier.openItems.toLocaleString("en-US") },
          { label: "Services", value: supplier.services.toLocaleString("en-US") },
          {
            label: "Balance from",
            value: supplier.balanceAt ? <LocalTime at={supplier.balanceAt} /> : "Never",
          },
        ]}
      />
    </li>
  );
}
