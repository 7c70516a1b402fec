import { AdminSection } from "@/components/admin/admin-section";
import { inWords } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** The buyer's withdrawal: who stated it when, and what the receipt says. Nothing without one. */
export function WithdrawalList({ withdrawals }: { withdrawals: OrderFile["withdrawals"] }) {
  if (withdrawals.length === 0) return null;
  return (
    <AdminSection title="Withdrawal">
      <ul className="flex flex-col gap-4 text-sm">
        {withdrawals.map(({ id, name, statedAt, outcome, answer }) => (
          <li key={id} className="flex flex-col gap-1 wrap-anywhere">
            <span className="font-medium">
              {name || "(deleted)"}, <LocalTime at={statedAt} />: {inWords(outcome ?? "waiting")}
            </span>
            <span>{answer}</span>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
