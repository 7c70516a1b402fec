"use client";

import { useState } from "react";
import { AccountEmailField, LineLink, TextLink, withTypedEmail } from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { focusOn } from "@/components/forms/focus-on";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TabList } from "@/components/ui/tab-list";
import { signInAction, signUpAction } from "./actions";

const tabs = ["sign-in", "sign-up"] as const;
type Tab = (typeof tabs)[number];
const labels: Record<Tab, string> = { "sign-in": "Sign In", "sign-up": "Sign Up" };

type AuthPanelProps = {
  initial: Tab;
  /** The page's address for each tab, for browsers without JavaScript. */
  addresses: Record<Tab, string>;
  /** Where a sign-in leads. */
  next: string;
  email: string;
};

/** The two forms in two tabs; both keep their text. */
export function AuthPanel({ initial, addresses, next, email }: AuthPanelProps) {
  const [active, setActive] = useState(initial);
  const panels: Record<Tab, React.ReactNode> = {
    "sign-in": <SignInForm next={next} email={email} />,
    "sign-up": <SignUpForm email={email} />,
  };
  return (
    <div>
      <TabList
        label="Sign in or sign up"
        tabs={tabs}
        active={active}
        onChoose={setActive}
        textOf={(tab) => labels[tab]}
        hrefOf={(tab) => addresses[tab]}
        panelIdOf={(tab) => `panel-${tab}`}
        className="flex border-b border-border"
        tabClassName="min-h-12 flex-1 aria-selected:border-primary aria-selected:text-foreground"
      />
      {tabs.map((id) => (
        <div
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={id !== active}
          className="pt-6"
        >
          {panels[id]}
        </div>
      ))}
    </div>
  );
}

function SignInForm({ next, email }: { next: string; email: string }) {
  const { formProps, isPending, error, errors, typed } = useSentForm(signInAction);
  const isRefused = error?.code === "unauthorized";
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      <input type="hidden" name="next" value={next} />
      <FormFailure error={error} title={isRefused ? "Authentication failed" : "Error"} />
      <AccountEmailField isSignIn initial={typed.email ?? email} error={errors.email} />
      <PasswordField error={errors.password} />
      <SubmitButton isPending={isPending} pendingLabel="Signing in" size="lg" className="w-full">
        Sign In
      </SubmitButton>
      <LineLink href="/auth/reset" onClick={withTypedEmail(formProps.ref)}>
        Forgot your password?
      </LineLink>
    </form>
  );
}

// Errors whose own message would not help the visitor; the form shows a general one instead.
const unexplained = new Set(["internal", "invalid_input", "unauthorized", "forbidden"]);

/** The answer does not reveal whether the address has an account. */
function SignUpForm({ email }: { email: string }) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(signUpAction);
  if (result?.ok) {
    return (
      <Alert ref={focusOn} tabIndex={-1} variant="success" title="Account created!">
        <p>Please check your email to verify your account.</p>
        <p className="text-muted-foreground">
          Nothing there after a few minutes? Look in your spam folder, or{" "}
          <TextLink href="/auth?tab=sign-up">sign up again</TextLink> for another email.
        </p>
      </Alert>
    );
  }
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      {error && !error.fieldErrors ? (
        <Alert variant="destructive" title="Authentication failed">
          {unexplained.has(error.code)
            ? "Unable to create account. Please check your credentials and try again."
            : error.message}
        </Alert>
      ) : null}
      <Field label="Username (optional)" error={errors.username}>
        <Input name="username" defaultValue={typed.username} autoComplete="nickname" maxLength={80} />
      </Field>
      <AccountEmailField initial={typed.email ?? email} error={errors.email} />
      <PasswordField use="new" error={errors.password} />
      <SubmitButton isPending={isPending} pendingLabel="Creating your account" size="lg" className="w-full">
        Sign Up
      </SubmitButton>
    </form>
  );
}
