"use client";

import { useEffect, useRef } from "react";
import { isLinkError, TextLink } from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { focusOn } from "@/components/forms/focus-on";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import type { PublicError } from "@/lib/base/result";
import { renewVerificationAction, verifyEmailAction } from "./actions";

/**
 * Who follows the link: the browser that signed up, one that must type the password, or one that sets a new password.
 */
export type VerifyWay = "own-browser" | "chosen-password" | "new-password";

type VerifyEmailProps = {
  token: string;
  way: VerifyWay;
  /** True when the password chosen at sign-up works with this link. */
  hasPassword: boolean;
  /** Why the link doesn't work, if that is known before the form is submitted. */
  problem: PublicError | null;
};

/**
 * The page of a verification link: signs in, asks for a password first, or explains why the link doesn't work and what
 * to do.
 */
export function VerifyEmail({ token, way, hasPassword, problem }: VerifyEmailProps) {
  const { formProps, isPending, error, errors } = useSentForm(verifyEmailAction);
  const form = formProps.ref;
  const isFollowed = useRef(false);
  const broken = error && isLinkError(error) ? error : problem;

  // In the browser of the sign-up the form submits automatically.
  useEffect(() => {
    if (way !== "own-browser" || error || problem || isFollowed.current) return;
    isFollowed.current = true;
    form.current?.requestSubmit();
  }, [way, error, problem, form]);

  if (broken) return <VerificationError token={token} problem={broken} />;
  return (
    <form {...formProps} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="token" value={token} />
      <h1 className="text-2xl font-semibold tracking-tight">Verify your email</h1>
      <FormFailure error={error} title="Your email is not verified yet" />
      {way === "own-browser" ? (
        <SubmitButton isPending={isPending} pendingLabel="Verifying" size="lg" className="w-full">
          Verify email
        </SubmitButton>
      ) : (
        <PasswordWay
          token={token}
          isNew={way === "new-password"}
          hasPassword={hasPassword}
          error={errors.password}
        >
          <SubmitButton isPending={isPending} pendingLabel="Verifying" size="lg" className="w-full">
            Verify and sign in
          </SubmitButton>
        </PasswordWay>
      )}
    </form>
  );
}

type PasswordWayProps = {
  token: string;
  isNew: boolean;
  hasPassword: boolean;
  error: string | undefined;
  children: React.ReactNode;
};

/** In another browser the password proves the sign-up; the owner of the address can always reset it. */
function PasswordWay({ token, isNew, hasPassword, error, children }: PasswordWayProps) {
  const here = `/auth/verify?token=${encodeURIComponent(token)}`;
  return (
    <>
      <p className="text-muted-foreground">
        {isNew
          ? `Choose a password for your account.${hasPassword ? " It replaces the one chosen at sign-up." : ""}`
          : "You opened this link in a different browser. Enter the password you chose when you signed up."}
      </p>
      {isNew ? <input type="hidden" name="isNew" value="1" /> : null}
      {isNew ? (
        <PasswordField key="new" label="New password" use="new" error={error} />
      ) : (
        <PasswordField key="chosen" error={error} />
      )}
      {children}
      <p className="text-sm text-muted-foreground empty:hidden">
        {isNew ? (
          hasPassword && (
            <>
              Do you know the password you chose when you signed up? <TextLink href={here}>Enter it</TextLink>
              .
            </>
          )
        ) : (
          <>
            Did you forget it, or was it not you who signed up?{" "}
            <TextLink href={`${here}&new=1`}>Set a new password</TextLink>. If you don't want an account, just
            close this page: nothing happens.
          </>
        )}
      </p>
    </>
  );
}

type VerificationErrorProps = { token: string; problem: PublicError };

function VerificationError({ token, problem }: VerificationErrorProps) {
  const { formProps, isPending, result, error } = useSentForm(renewVerificationAction);
  const isExpired = problem.code === "link_expired";
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl font-semibold tracking-tight">Verification Error</h1>
      <Alert variant="destructive" title={error?.message ?? problem.message}>
        {problem.code === "link_used" ? (
          <p>
            Your address may be verified already: <TextLink href="/auth">sign in</TextLink> to see.
          </p>
        ) : null}
        {problem.code === "link_unknown" ? (
          <p>
            Or <TextLink href="/auth?tab=sign-up">sign up again</TextLink> with the same address to get a new
            link.
          </p>
        ) : null}
      </Alert>
      {result?.ok ? (
        <Alert ref={focusOn} tabIndex={-1} variant="success" title="A new link is on its way">
          Please check your email to verify your account.
        </Alert>
      ) : null}
      {isExpired && !result?.ok ? (
        <form {...formProps}>
          <input type="hidden" name="token" value={token} />
          <SubmitButton isPending={isPending} pendingLabel="Sending" size="lg" className="w-full">
            Send a new link
          </SubmitButton>
        </form>
      ) : null}
    </div>
  );
}
