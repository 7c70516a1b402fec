import { AdminSection } from "@/components/admin/admin-section";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** The order's revenue, cost and margin by currency, to a hundredth of a cent like suppliers' rates. */
export function OrderLedger({ ledger }: { ledger: OrderFile["ledger"] }) {
  return (
    <AdminSection title="Ledger">
      {ledger.length === 0 ? <p className="text-muted-foreground">No entries yet.</p> : null}
      <dl className="flex flex-col gap-2 empty:hidden text-sm tabular-nums">
        {ledger.map(({ currency, label, micros }) => (
          <div key={`${currency} ${label}`} className="flex justify-between gap-4">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-medium">{microsText(micros, currency)}</dd>
          </div>
        ))}
      </dl>
    </AdminSection>
  );
}

function microsText(micros: string, currency: string): string {
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 4 });
  return money.format(Number(micros) / 1_000_000);
}
