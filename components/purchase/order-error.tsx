"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { CallError } from "./call-function";

/** The message for a failed order: a field's error is more exact than the general one. */
export function orderErrorText(error: CallError): string {
  const first = Object.values(error.fieldErrors ?? {})[0];
  return error.code === "invalid_input" && first ? first : error.message;
}

/** True when the terms, their box or the price are not those that the page shows: the caller refreshes it. */
export function isPageOutdated({ code, fieldErrors }: Pick<CallError, "code" | "fieldErrors">): boolean {
  return code === "conflict" || (code === "invalid_input" && !fieldErrors);
}

const accountErrors: readonly CallError["code"][] = [
  "invalid_username",
  "profile_not_found",
  "profile_private",
];

type OrderErrorProps = {
  error: CallError;
  /** The page to change account, email and package. */
  editPath: string;
  /** The page to choose posts, if it is another one. */
  choosePath?: string | undefined;
};

/** Why the order failed, scrolled into view, with a link to fix it. */
export function OrderError({ error, editPath, choosePath }: OrderErrorProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const isInDetails = accountErrors.includes(error.code) || error.fieldErrors !== undefined;
  return (
    <div ref={ref} className="scroll-mb-40">
      <Alert variant="destructive" title="Order Failed">
        <p>{orderErrorText(error)}</p>
        {error.code === "unauthorized" ? <SessionEnded /> : null}
        {isInDetails ? <FixLink href={editPath}>Edit the details</FixLink> : null}
        {choosePath && error.code === "invalid_posts" ? (
          <FixLink href={choosePath}>Choose again</FixLink>
        ) : null}
        {error.code === "conflict" ? <FixLink href="/terms">Read the terms</FixLink> : null}
        {error.code === "invalid_pricing" ? (
          <>
            <p>Prices may have changed since this page was opened. What you chose is kept.</p>
            <Button type="button" variant="outline" className="mt-2" onClick={() => window.location.reload()}>
              Show the new prices
            </Button>
          </>
        ) : null}
      </Alert>
    </div>
  );
}

/** Says how to go on; the sign-in page leads back to this step. */
function SessionEnded() {
  const { pathname, search } = window.location;
  return (
    <>
      <p>
        Your session has ended, so nothing was ordered or charged. What you chose is still here: sign in to
        order with your account, or press the button again to order as a guest.
      </p>
      <FixLink href={`/auth?next=${encodeURIComponent(pathname + search)}`}>Sign in</FixLink>
    </>
  );
}

function FixLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link href={href} className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
      {children}
    </Link>
  );
}
