import { Lock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { formatCents } from "@/lib/base/money";
import { BeforePaying } from "./before-paying";
import type { Payment } from "./use-payment";

type PayButtonProps = {
  payment: Payment;
  label: string;
  totalCents: number;
  isBlocked: boolean;
  onPay: () => void;
};

/** The payment button with its sum, below the text that the buyer accepts by clicking it. */
export function PayButton({ payment, label, totalCents, isBlocked, onPay }: PayButtonProps) {
  const { consent, isPaying } = payment;
  return (
    <div className="flex flex-col gap-3">
      <BeforePaying {...consent} />
      <Button size="lg" className="w-full" disabled={isBlocked} aria-disabled={isPaying} onClick={onPay}>
        {isPaying ? (
          <>
            <Spinner /> Processing...
          </>
        ) : (
          <>
            <Lock aria-hidden="true" /> {label} · {formatCents(totalCents)}
          </>
        )}
      </Button>
      <p role="status" className="sr-only">
        {isPaying ? "Opening the payment page" : ""}
      </p>
    </div>
  );
}
