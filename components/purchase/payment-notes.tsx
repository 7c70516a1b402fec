import { Lock, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { type ClaimSwitches, findClaim } from "@/lib/shop/settings/claims";

export function PaymentNotes({ claims }: { claims: ClaimSwitches }) {
  const moneyBack = findClaim("moneyBack", claims);
  return (
    <div className="flex flex-col gap-3 text-sm text-muted-foreground">
      <p className="flex gap-2">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          You pay on Stripe's own page. Your card number never reaches us
          {findClaim("noPassword", claims) ? ", and we never ask for a password" : ""}.
        </span>
      </p>
      {moneyBack ? (
        <p className="flex gap-2">
          <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {moneyBack.text} for what was not delivered in full. See the{" "}
            <Link href="/refunds" className="underline underline-offset-4">
              conditions
            </Link>
            .
          </span>
        </p>
      ) : null}
    </div>
  );
}
