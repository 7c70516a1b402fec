import { AdminSection } from "@/components/admin/admin-section";
import { OrderLink } from "@/components/admin/order-link";
import { LocalTime } from "@/components/orders/local-time";

type Discrepancy = { id: string; kind: string; message: string; orderId: string | null; foundAt: Date };

/** Where Stripe, the ledger and the suppliers do not agree. */
export function DiscrepancyList({ discrepancies }: { discrepancies: Discrepancy[] }) {
  return (
    <AdminSection
      title="Comparison of the ledger"
      detail="Compared every day; what agrees again leaves this list."
    >
      {discrepancies.length === 0 ? (
        <p className="text-sm text-muted-foreground">Everything agrees.</p>
      ) : null}
      <ul className="flex flex-col gap-3 empty:hidden text-sm">
        {discrepancies.map((discrepancy) => (
          <li key={discrepancy.id} className="flex flex-wrap items-center gap-x-3">
            <span className="wrap-anywhere">{discrepancy.message}</span>
            {discrepancy.orderId ? <OrderLink orderId={discrepancy.orderId} /> : null}
            <LocalTime at={discrepancy.foundAt.toISOString()} className="text-muted-foreground" />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
