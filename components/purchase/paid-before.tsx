import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";

/** Above the payment button of a step to which the buyer came back after paying; nothing for an order not yet paid. */
export function PaidBefore({ orderUrl }: { orderUrl: string | null }) {
  if (orderUrl === null) return null;
  return (
    <Alert variant="warning" title="You have paid for this order">
      <p>If you pay here again, you place a second order.</p>
      <ButtonLink href={orderUrl} variant="outline">
        Follow your order
      </ButtonLink>
    </Alert>
  );
}
