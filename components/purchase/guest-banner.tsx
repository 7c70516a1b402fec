"use client";

import Link from "next/link";
import { useVisitor } from "@/components/layout/use-visitor";

const look =
  "min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-xl border border-border bg-muted px-4 py-1 text-sm";

/** Tells how the order is placed, and offers a guest the other way. `returnTo` is where signing in leads back to. */
export function GuestBanner({ returnTo }: { returnTo: string }) {
  const visitor = useVisitor();
  return (
    <>
      <div className={`${look} flex signed-in:hidden`}>
        <p>
          <strong className="font-medium">Guest Checkout</strong>
          <span className="text-muted-foreground"> · no account needed</span>
        </p>
        <Link
          href={`/auth?next=${encodeURIComponent(returnTo)}`}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Sign in
        </Link>
      </div>
      <p className={`${look} hidden signed-in:flex`}>
        {visitor.kind === "customer" ? (
          <span className="wrap-anywhere">
            Signed in as <strong className="font-medium">{visitor.email}</strong>
          </span>
        ) : (
          <span>Signed in</span>
        )}
      </p>
    </>
  );
}
