import { AdminSection } from "@/components/admin/admin-section";
import type { SupplierCalls, SupplierRates } from "@/lib/reporting/load-operations";

/** How suppliers answered in the last hour and the last day. */
export function SupplierRatesSection({ rates }: { rates: SupplierRates[] }) {
  return (
    <AdminSection
      title="Suppliers' answers"
      detail="Orders sent, and how many were refused or got no clear answer."
    >
      <ul className="flex flex-col gap-3 empty:hidden text-sm">
        {rates.map((supplier) => (
          <li key={supplier.id} className="flex flex-col gap-0.5 tabular-nums">
            <span className="font-medium wrap-anywhere">{supplier.name}</span>
            <span className="text-muted-foreground">Last hour: {messageOf(supplier.lastHour)}</span>
            <span className="text-muted-foreground">Last day: {messageOf(supplier.lastDay)}</span>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

function messageOf({ calls, refused, unknown }: SupplierCalls): string {
  if (calls === 0) return "nothing sent";
  const percent = (((refused + unknown) / calls) * 100).toFixed(1);
  return `${calls.toLocaleString("en-US")} sent, ${refused} refused, ${unknown} unknown (${percent}% not well)`;
}
