"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardContent } from "@/components/ui/card";
import { Spinner } from "@/components/ui/spinner";
import { SwellDrawing } from "@/components/ui/swell";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { listClaims } from "@/lib/content/claims";
import { formatCents } from "@/lib/money";
import type { PaidSession } from "./await-payment";
import { useClaims } from "./claims-context";
import { orderAttempts } from "./order-attempts";
import { checkoutPath } from "./purchase-steps";
import { useDocumentTitle } from "./use-document-title";

type ResultCardProps = {
  /** The document title in this state. */
  documentTitle: string;
  title: string;
  detail?: string | undefined;
  /** Shown above the title. */
  mark?: React.ReactNode;
  /** Between the text and the actions. */
  extra?: React.ReactNode;
  children?: React.ReactNode;
};

/** One state of the result. Its heading takes the focus, so that screen readers announce the change. */
export function ResultCard({ documentTitle, title, detail, mark, extra, children }: ResultCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(documentTitle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new state to be read out
  useEffect(() => heading.current?.focus({ preventScroll: true }), [documentTitle]);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <CardContent className="flex flex-col items-center gap-6 py-6 text-center">
        {mark}
        <div className="flex flex-col gap-2">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-3xl font-semibold tracking-tight text-balance outline-none"
          >
            {title}
          </h1>
          {detail ? <p className="text-muted-foreground">{detail}</p> : null}
        </div>
        {extra}
        {children ? <div className="flex flex-wrap justify-center gap-3">{children}</div> : null}
      </CardContent>
    </Card>
  );
}

/** The payment is being verified. Also the prerendered state. */
export function PaymentVerifying() {
  return (
    <ResultCard
      documentTitle="Verifying your payment"
      mark={<Spinner className="size-8" />}
      title="Verifying your payment..."
      detail="This takes a moment. Please keep this page open."
    />
  );
}

type PaymentSucceededProps = PaidSession & {
  /** The full address for a guest's account, when `email` is masked. */
  accountEmail?: string | null;
};

/** The payment has arrived. */
export function PaymentSucceeded(props: PaymentSucceededProps) {
  const { amountCents, currency, email, orderUrl, accountEmail = email } = props;
  const times = listClaims(["quickStart", "gradualDelivery"], useClaims());
  return (
    <ResultCard
      documentTitle="Payment received"
      mark={<SwellDrawing lines={6} className="h-20 w-full max-w-xs text-primary" />}
      title="Thank you, your payment has arrived"
      detail={[...times.map(({ text }) => `${text}.`), "There is nothing more you need to do."].join(" ")}
      extra={
        <dl className="grid w-full gap-3 rounded-xl bg-muted p-5 text-left sm:grid-cols-2">
          <div>
            <dt className="text-sm text-muted-foreground">Amount paid</dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">
              {formatCents(amountCents)} <span className="text-sm font-normal">{currency.toUpperCase()}</span>
            </dd>
          </div>
          {email ? (
            <div>
              <dt className="text-sm text-muted-foreground">Confirmation goes to</dt>
              <dd className="wrap-anywhere">{email}</dd>
            </div>
          ) : null}
        </dl>
      }
    >
      {orderUrl ? (
        <ButtonLink href={orderUrl} size="lg">
          Follow your order
        </ButtonLink>
      ) : null}
      <ButtonLink href="/?browse=1" variant="outline" size="lg">
        Continue Shopping
      </ButtonLink>
      <AccountEnding email={accountEmail} />
    </ResultCard>
  );
}

/** The next step: a customer's orders, or for a guest an account with the order's address. */
function AccountEnding({ email }: { email: string | null }) {
  const signUp = `/auth?${new URLSearchParams({ tab: "sign-up", ...(email && { email }) })}`;
  return (
    <>
      <ButtonLink href={signUp} prefetch={false} variant="ghost" size="lg" className="signed-in:hidden">
        Create Account
      </ButtonLink>
      <ButtonLink href="/orders" prefetch={false} variant="ghost" size="lg" className="guest:hidden">
        View Order History
      </ButtonLink>
    </>
  );
}

type PaymentFailedProps = {
  message: string;
  detail?: string | undefined;
  supportEmail: string;
  onRetry?: (() => void) | undefined;
  orderUrl?: string;
};

/** No payment was found. */
export function PaymentFailed({ message, detail, supportEmail, onRetry, orderUrl }: PaymentFailedProps) {
  return (
    <ResultCard
      documentTitle="Payment Failed"
      title="Payment Failed"
      detail={message}
      extra={
        <div className="flex flex-col gap-2 text-sm text-muted-foreground">
          {detail ? <p>{detail}</p> : null}
          <p>
            Paid and seeing this? Write to{" "}
            <a href={`mailto:${supportEmail}`} className="underline underline-offset-4">
              {supportEmail}
            </a>
            .
          </p>
        </div>
      }
    >
      {onRetry ? (
        <Button size="lg" onClick={onRetry}>
          Check again
        </Button>
      ) : null}
      {orderUrl ? (
        <ButtonLink href={orderUrl} size="lg">
          View your order
        </ButtonLink>
      ) : null}
      <ButtonLink href="/?browse=1" variant={onRetry || orderUrl ? "outline" : "default"} size="lg">
        Return Home
      </ButtonLink>
      <GoBack />
    </ResultCard>
  );
}

/**
 * Back to the checkout of the latest order, or to the shop. The browser's history would lead to the payment page.
 */
function GoBack() {
  const isHydrated = useIsHydrated();
  const latest = isHydrated ? orderAttempts.newest() : null;
  return (
    <ButtonLink
      href={latest ? checkoutPath(latest.platform, latest.service) : "/?browse=1"}
      variant="outline"
      size="lg"
    >
      Go Back
    </ButtonLink>
  );
}
