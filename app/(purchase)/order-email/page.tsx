import { type SearchProps, textOf } from "@/app/_server/page-props";
import { readLink } from "@/app/_server/read-link";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { Alert } from "@/components/ui/alert";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { findNewOrderEmail } from "@/lib/buyer/order-email/correct-order-email";
import { ConfirmOrderEmail } from "./confirm-order-email";

export const dynamic = "force-dynamic";

export const metadata = secretLinkMetadata("Confirm your email address");

/** The target of the link to a guest order's new address: a button to confirm it, or why it can't be confirmed. */
export default async function OrderEmailPage({ searchParams }: SearchProps) {
  const token = textOf((await searchParams).token);
  const link = await readLink(findNewOrderEmail(getDb(), token, databaseNow()));
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">Confirm your email address</h1>
      {link.ok ? (
        <>
          <p className="wrap-anywhere">
            Emails about order #{link.data.orderNumber} will go to <strong>{link.data.email}</strong>, and we
            send the confirmation there again.
          </p>
          <ConfirmOrderEmail token={token} />
        </>
      ) : (
        <Alert variant="destructive" title="This link can't be used">
          <p>{link.error.message}</p>
          <p>The order&apos;s page sends you a new one: enter the address there again.</p>
        </Alert>
      )}
    </div>
  );
}
