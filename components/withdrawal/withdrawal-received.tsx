import { Alert } from "@/components/ui/alert";
import type { WithdrawalReceipt } from "@/lib/buyer/withdrawal/withdrawal-receipt";

/** Shown for an order whose buyer has withdrawn: when, and what followed. */
export function WithdrawalReceived({ receipt }: { receipt: WithdrawalReceipt }) {
  return (
    <Alert title={`Withdrawal received on ${receipt.statedAt}`}>
      <p>{receipt.answer}</p>
    </Alert>
  );
}
