import { findLinkProblem } from "@/app/_server/find-link-problem";
import { type SearchProps, textOf } from "@/app/_server/page-props";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { NewPasswordForm, ResetRequestForm } from "@/app/(account)/auth/reset-forms";
import { Alert } from "@/components/ui/alert";

export const metadata = secretLinkMetadata("Choose a new password");
export const dynamic = "force-dynamic";

/** Requests a reset link; with a link, asks for the new password. */
export default async function ResetPage({ searchParams }: SearchProps) {
  const { token, email } = await searchParams;
  const problem = typeof token === "string" ? await findLinkProblem("reset_password", token) : null;
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
