import { DeskSection } from "@/components/admin/desk-section";
import { OrderLink } from "@/components/admin/order-link";
import { LocalTime } from "@/components/orders/local-time";

type Finding = { id: string; kind: string; sentence: string; orderId: string | null; foundAt: string };

/** Where Stripe, the books and the suppliers do not agree. */
export function FindingList({ findings }: { findings: Finding[] }) {
  return (
    <DeskSection
      title="Comparison of the books"
      detail="Compared every day; what agrees again leaves this list."
    >
      {findings.length === 0 ? <p className="text-sm text-muted-foreground">Everything agrees.</p> : null}
      <ul className="flex flex-col gap-3 empty:hidden text-sm">
        {findings.map((finding) => (
          <li key={finding.id} className="flex flex-wrap items-center gap-x-3">
            <span className="wrap-anywhere">{finding.sentence}</span>
            {finding.orderId ? <OrderLink orderId={finding.orderId} /> : null}
            <LocalTime at={finding.foundAt} className="text-muted-foreground" />
          </li>
        ))}
      </ul>
    </DeskSection>
  );
}
