import { Alert } from "@/components/ui/alert";
import type { WithdrawalReceipt } from "@/lib/buyer/withdrawal/withdrawal-receipt";
import type { OrderView } from "@/lib/orders/views/order-view";

type WithdrawnOrder = Pick<OrderView, "status" | "stop" | "money">;

/** Shown for an order whose buyer has withdrawn: when, and what followed where the order's status doesn't say it. */
export function WithdrawalReceived({ receipt, view }: { receipt: WithdrawalReceipt; view: WithdrawnOrder }) {
  const { statedAt, outcome, answer } = receipt;
  const isLate = outcome === "late";
  const isToldByStatus = outcome === "withdrawn" || outcome === "disputed" || outcome === "refunded";
  const isOver = !changesByWithdrawal(view);
  return (
    <Alert title={`Withdrawal received on ${statedAt}${isLate ? ", after the 14 days had ended" : ""}`}>
      {isToldByStatus || isOver ? null : <p>{answer}</p>}
    </Alert>
  );
}

/** False once a withdrawal changes nothing more: nothing can be stopped, and what was not delivered goes back anyway. */
export function changesByWithdrawal({ status, stop, money }: WithdrawnOrder): boolean {
  if (stop === "refunded" || stop === "withdrawn" || stop === "disputed") return false;
  const isDeclined = (status === "partial" || status === "failed") && money.declinedCents > 0;
  return isDeclined || status === "pending" || status === "processing";
}
