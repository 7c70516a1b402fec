"use client";

import { useEffect, useRef } from "react";
import { chooserPath } from "@/components/layout/navigation";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardContent } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { Spinner } from "@/components/ui/spinner";
import { SwellDrawing } from "@/components/ui/swell";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { formatCents, refundTime } from "@/lib/base/money";
import type { PaidSession } from "./await-payment";
import { orderAttempts } from "./order-attempts";
import { checkoutPath } from "./purchase-steps";

export type ResultTexts = {
  supportEmail: string;
  /** Follows the thanks for a payment. */
  whatNext: string;
};

type ResultCardProps = {
  title: string;
  documentTitle?: string;
  detail?: string | undefined;
  /** Shown above the title. */
  mark?: React.ReactNode;
  /** Between the text and the actions. */
  extra?: React.ReactNode;
  children?: React.ReactNode;
};

/** One state of the result. Its heading takes the focus, so that screen readers announce the change. */
export function ResultCard(props: ResultCardProps) {
  const { title, documentTitle = title, detail, mark, extra, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(documentTitle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new state to be read out
  useEffect(() => heading.current?.focus({ preventScroll: true }), [documentTitle]);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <CardContent className="flex flex-col items-center gap-6 py-6 text-center">
        {mark}
        <div className="flex flex-col gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold tracking-tight outline-none">
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
  whatNext: string;
  /** The full address for a guest's account, when `email` does not show it. */
  accountEmail?: string | null;
};

export function PaymentSucceeded(props: PaymentSucceededProps) {
  const { amountCents, currency, email, orderUrl, whatNext, accountEmail = email } = props;
  const signUp = `/auth?${new URLSearchParams({ tab: "sign-up", ...(accountEmail && { email: accountEmail }) })}`;
  return (
    <ResultCard
      documentTitle="Payment received"
      mark={<SwellDrawing lines={6} className="h-20 w-full max-w-xs text-primary" />}
      title="Thank you, your payment has arrived"
      detail={whatNext}
      extra={
        <dl className="grid w-full gap-3 rounded-xl bg-muted p-5 text-left sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-6">
          <Fact label="Amount paid" valueClass="text-2xl font-semibold tracking-tight tabular-nums">
            {formatCents(amountCents)} <span className="text-sm font-normal">{currency.toUpperCase()}</span>
          </Fact>
          {email ? (
            <Fact label="Confirmation goes to" valueClass="wrap-anywhere">
              {email}
            </Fact>
          ) : null}
        </dl>
      }
    >
      {orderUrl ? (
        <ButtonLink href={orderUrl} size="lg">
          Follow your order
        </ButtonLink>
      ) : null}
      <ButtonLink href={chooserPath} variant="outline" size="lg">
        Continue Shopping
      </ButtonLink>
      {/* The next step: for a guest an account with the order's address, for a customer the orders. */}
      <ButtonLink href={signUp} prefetch={false} variant="ghost" size="lg" className="signed-in:hidden">
        Create Account
      </ButtonLink>
      <ButtonLink href="/orders" prefetch={false} variant="ghost" size="lg" className="guest:hidden">
        View Order History
      </ButtonLink>
    </ResultCard>
  );
}

type PaymentRefusedProps = { supportEmail: string; orderUrl: string | null };

/**
 * A payment that is refunded, because the order was already paid or the shop can't accept it. The order's page and the
 * mail say which.
 */
export function PaymentRefused({ supportEmail, orderUrl }: PaymentRefusedProps) {
  return (
    <PaymentFailed
      title="We're refunding your payment"
      message="This payment can't be used for the order."
      detail={`We're sending it back to your card, and your bank shows it ${refundTime}. The order's page and an email explain why and what happens next.`}
      supportEmail={supportEmail}
      orderUrl={orderUrl}
    />
  );
}

type PaymentFailedProps = {
  title?: string;
  message: string;
  detail?: string | undefined;
  supportEmail: string;
  onRetry?: (() => void) | undefined;
  orderUrl?: string | null;
};

/** No payment could be confirmed, or it is being refunded: says why, and what the buyer can do next. */
export function PaymentFailed(props: PaymentFailedProps) {
  const { title = "Payment Failed", message, detail, supportEmail, onRetry, orderUrl } = props;
  return (
    <ResultCard
      title={title}
      detail={message}
      extra={
        <div className="flex flex-col gap-2 text-sm text-muted-foreground">
          {detail ? <p>{detail}</p> : null}
          <p>
            Already paid? Write to us at{" "}
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
      <ButtonLink href={chooserPath} variant={onRetry || orderUrl ? "outline" : "default"} size="lg">
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
      href={latest ? checkoutPath(latest.platform, latest.service) : chooserPath}
      variant="outline"
      size="lg"
    >
      Go Back
    </ButtonLink>
  );
}

/**
 * Keeps the document title set while mounted, because Next sets the page's own title when its streamed metadata
 * arrives, possibly later. Afterwards the title is the one that Next set last, which may be the next page's already.
 */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    let titleOfNext = document.title;
    const keep = () => {
      if (document.title === title) return;
      titleOfNext = document.title;
      document.title = title;
    };
    keep();
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title === title) document.title = titleOfNext;
    };
  }, [title]);
}
