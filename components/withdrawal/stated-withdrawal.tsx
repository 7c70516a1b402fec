import { Alert } from "@/components/ui/alert";
import type { WithdrawalStep } from "./withdrawal-step";

/** The receipt on the page: what was stated, when, and what happens now. */
export function StatedWithdrawal({ stated }: { stated: Extract<WithdrawalStep, { kind: "taken" }> }) {
  const { orderNumber, name, email, statedAt, answer } = stated;
  return (
    <Alert variant="success" title="We received your withdrawal">
      <p className="wrap-anywhere">
        {name} withdraws from the contract of order #{orderNumber}. Received on {statedAt}.
      </p>
      <p className="wrap-anywhere">
        {answer ??
          "If this number and email address belong to an order, we cancel what has not been sent yet, and the price of what was not delivered goes back to the card or account it was paid with. The receipt says how much and when."}
      </p>
      <p className="wrap-anywhere">
        The receipt with the date and time is on its way to {email}. It may take a minute. Please look in your
        spam folder too.
      </p>
    </Alert>
  );
}
