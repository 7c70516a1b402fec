import { type SearchProps, textOf } from "@/app/_server/page-props";
import { readLink } from "@/app/_server/read-link";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { NewPasswordForm, ResetRequestForm } from "@/app/(account)/auth/reset-forms";
import { Alert } from "@/components/ui/alert";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { findEmailToken } from "@/lib/people/customers/email-token";

export const metadata = secretLinkMetadata("Choose a new password");
export const dynamic = "force-dynamic";

/** Requests a reset link; with a link, asks for the new password. */
export default async function ResetPage({ searchParams }: SearchProps) {
  const { token, email } = await searchParams;
  const link =
    typeof token === "string"
      ? await readLink(findEmailToken(getDb(), "reset_password", token, databaseNow()))
      : null;
  const problem = link && !link.ok ? link.error : null;
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl font-semibold tracking-tight">Choose a new password</h1>
      {typeof token === "string" && !problem ? (
        <NewPasswordForm token={token} />
      ) : (
        <>
          {problem ? (
            <Alert variant="destructive" title="This link can't be used">
              {problem.message} Ask for a new one here.
            </Alert>
          ) : null}
          <ResetRequestForm email={textOf(email).slice(0, 254)} />
        </>
      )}
    </div>
  );
}
