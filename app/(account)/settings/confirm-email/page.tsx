import { type SearchProps, textOf } from "@/app/_server/page-props";
import { readLink } from "@/app/_server/read-link";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { requireAccountHolder } from "@/app/_server/session";
import { SettingsForm } from "@/app/(account)/settings/settings-form";
import { TextLink } from "@/components/auth/form-parts";
import { Alert } from "@/components/ui/alert";
import { Card, CardContent } from "@/components/ui/card";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { findEmailChange } from "@/lib/people/customers/email-change";
import { confirmEmailAction } from "./actions";

export const dynamic = "force-dynamic";

export const metadata = secretLinkMetadata("Confirm your new email");

/** The target of the link to a new address: a button to confirm it, or why it can't be confirmed. */
export default async function ConfirmEmailPage({ searchParams }: SearchProps) {
  const token = textOf((await searchParams).token);
  const user = await requireAccountHolder(`/settings/confirm-email?token=${encodeURIComponent(token)}`);
  const link = await readLink(findEmailChange(getDb(), { userId: user.id, token, now: databaseNow() }));
  return (
    <Card className="mx-auto w-full max-w-xl">
      <CardContent className="flex flex-col gap-5">
        <h1 className="text-2xl font-semibold tracking-tight">Confirm your new email</h1>
        {link.ok ? (
          <>
            <p className="wrap-anywhere">
              You are signed in as {user.email}. Once you confirm, you sign in and get your receipts as{" "}
              <strong>{link.data}</strong>.
            </p>
            <SettingsForm
              action={confirmEmailAction}
              hidden={{ token }}
              submitLabel="Use the new address"
              variant="default"
            />
          </>
        ) : (
          <>
            <Alert variant="destructive" title="This link can't be used">
              {link.error.message}
            </Alert>
            <p className="wrap-anywhere">
              You are signed in as {user.email}. For another address, ask for a new link in your{" "}
              <TextLink href="/settings">settings</TextLink>.
            </p>
          </>
        )}
      </CardContent>
    </Card>
  );
}
