"use client";

import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import type { PublicError } from "@/lib/result";
import { formError } from "./form-action";
import { SubmitButton } from "./submit-button";

type VerifyEmailProps = {
  token: string;
  /** Why the link opens nothing, as far as is known before the button. */
  problem: PublicError | null;
  verify: FormAction;
  renew: FormAction;
};

const linkLook = "font-medium text-foreground underline underline-offset-4";

/** The end of a verification link: a button that follows it, or why it can't be followed and what to do. */
export function VerifyEmail({ token, problem, verify, renew }: VerifyEmailProps) {
  const { formProps, isPending, result } = useSentForm(verify);
  const wrong = formError(result) ?? problem;
  if (wrong) return <VerificationError token={token} problem={wrong} renew={renew} />;
  return (
    <form {...formProps} className="flex flex-col gap-6">
      <input type="hidden" name="token" value={token} />
      <h1 className="text-2xl font-semibold tracking-tight">Verify your email</h1>
      <p className="text-muted-foreground">
        One more step: confirm that this address is yours, and your account is ready. If you did not sign up,
        close this page.
      </p>
      <SubmitButton isPending={isPending} pendingLabel="Verifying">
        Verify email
      </SubmitButton>
    </form>
  );
}

type VerificationErrorProps = {
  token: string;
  problem: { code: string; message: string };
  renew: FormAction;
};

function VerificationError({ token, problem, renew }: VerificationErrorProps) {
  const { formProps, isPending, result } = useSentForm(renew);
  const isExpired = problem.code === "link_expired";
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl font-semibold tracking-tight">Verification Error</h1>
      <Alert variant="destructive">
        <AlertTitle>{formError(result)?.message ?? problem.message}</AlertTitle>
        <AlertDescription>
          {problem.code === "link_used" ? (
            <p>
              Your address may be verified already: <SignIn /> to see.
            </p>
          ) : null}
          {problem.code === "link_unknown" ? (
            <p>
              Or{" "}
              <a href="/auth?tab=sign-up" className={linkLook}>
                sign up again
              </a>{" "}
              with the same address to get a new link.
            </p>
          ) : null}
        </AlertDescription>
      </Alert>
      {result?.ok ? (
        <Alert variant="success">
          <AlertTitle>A new link is on its way</AlertTitle>
          <AlertDescription>Please check your email to verify your account.</AlertDescription>
        </Alert>
      ) : null}
      {isExpired && !result?.ok ? (
        <form {...formProps}>
          <input type="hidden" name="token" value={token} />
          <SubmitButton isPending={isPending} pendingLabel="Sending">
            Send a new link
          </SubmitButton>
        </form>
      ) : null}
    </div>
  );
}

function SignIn() {
  return (
    <a href="/auth" className={linkLook}>
      sign in
    </a>
  );
}
