import Link from "next/link";

/** Tells how the order is placed, and offers the other way. */
export function GuestBanner() {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-xl border border-border bg-muted px-4 py-1 text-sm">
      <p>
        <strong className="font-medium">Guest Checkout</strong>
        <span className="text-muted-foreground"> · no account needed</span>
      </p>
      <Link
        href="/auth"
        className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
      >
        Sign in
      </Link>
    </div>
  );
}
