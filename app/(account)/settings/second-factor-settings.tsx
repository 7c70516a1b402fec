"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { PasswordField } from "@/components/auth/password-field";
import { RecoveryCodes } from "@/components/auth/recovery-codes";
import { type AppSecret, AuthenticatorForm } from "@/components/auth/set-up-second-factor";
import { FailureText } from "@/components/forms/failure-text";
import { type FormAction, type SentForm, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import type { SettingsAction } from "./settings-form";

type SecondFactorSettingsProps = {
  isOn: boolean;
  /** Administrators can't turn it off. */
  isRequired: boolean;
  recoveryCodesLeft: number;
  hasPassword: boolean;
  actions: {
    begin: FormAction<AppSecret>;
    turnOn: FormAction<string[]>;
    turnOff: SettingsAction;
    replaceCodes: FormAction<string[]>;
  };
};

const fewCodes = 3;

/** Two-step sign-in: set-up, new recovery codes and turning it off. */
export function SecondFactorSettings(props: SecondFactorSettingsProps) {
  const { isOn, isRequired, recoveryCodesLeft: left, hasPassword, actions } = props;
  const router = useRouter();
  const begin = useSentForm(actions.begin);
  const turnOn = useSentForm(actions.turnOn);
  const replaceCodes = useSentForm(actions.replaceCodes);
  const turnOff = useSentForm(actions.turnOff);
  // Codes stay until their owner confirms that they are saved, even if the page changes.
  const [kept, setKept] = useState<string[]>();
  const codes = [replaceCodes.result, turnOn.result].map((result) => (result?.ok ? result.data : undefined));
  const unkept = codes.find((each) => each !== undefined && each !== kept);
  if (unkept) {
    return (
      <RecoveryCodes codes={unkept}>
        <Button
          className="self-start"
          onClick={() => {
            setKept(unkept);
            router.refresh();
          }}
        >
          I have kept them
        </Button>
      </RecoveryCodes>
    );
  }
  if (!isOn) {
    return (
      <>
        {turnOff.result?.ok ? <Alert variant="success">{turnOff.result.data.message}</Alert> : null}
        <p>Off. With it, nobody gets in with your password alone.</p>
        {begin.result?.ok ? (
          <AuthenticatorForm {...begin.result.data} form={turnOn} />
        ) : (
          <ReauthenticationForm
            form={begin}
            submitLabel="Set up an authenticator app"
            hasPassword={hasPassword}
          />
        )}
      </>
    );
  }
  return (
    <>
      <p>
        On. After your password we ask for a code of your app.{" "}
        {left === 1 ? "1 recovery code is" : `${left} recovery codes are`} left.
      </p>
      {left <= fewCodes ? (
        <Alert variant="warning">Make new recovery codes before you run out of them.</Alert>
      ) : null}
      <Disclosure title="Make new recovery codes">
        <ReauthenticationForm
          form={replaceCodes}
          submitLabel="Make new codes"
          hasPassword={hasPassword}
          hasCode
        />
      </Disclosure>
      {isRequired ? (
        <p className="text-sm text-muted-foreground">
          Administrators always sign in with a second factor, so it can&apos;t be turned off.
        </p>
      ) : (
        <Disclosure title="Turn it off">
          <ReauthenticationForm
            form={turnOff}
            submitLabel="Turn off two-step sign-in"
            hasPassword={hasPassword}
            hasCode
            isDestructive
          />
        </Disclosure>
      )}
    </>
  );
}

function Disclosure({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium underline underline-offset-4">
        {title}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}

type ReauthenticationFormProps<T> = {
  form: SentForm<T>;
  submitLabel: string;
  hasPassword: boolean;
  hasCode?: boolean;
  isDestructive?: boolean;
};

/** Re-authentication: the password, if there is one, and a code. */
function ReauthenticationForm<T>({
  form,
  submitLabel,
  hasPassword,
  hasCode = false,
  isDestructive = false,
}: ReauthenticationFormProps<T>) {
  const { formProps, isPending, result } = form;
  const failure = result && !result.ok ? result.error : null;
  const errors = failure?.fieldErrors ?? {};
  return (
    <form {...formProps} noValidate className="flex flex-col gap-4">
      {hasPassword ? <PasswordField label="Your password" error={errors.password} /> : null}
      {hasCode ? (
        <Field label="Code" hint="Six digits of your app, or a recovery code." error={errors.code}>
          <Input
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        </Field>
      ) : null}
      <Button
        type="submit"
        variant={isDestructive ? "destructive" : "outline"}
        className="self-start"
        aria-disabled={isPending}
      >
        {isPending ? <Spinner /> : null}
        {submitLabel}
      </Button>
      {failure && !errors.password && !errors.code ? (
        <Alert variant="destructive">
          <p>
            <FailureText error={failure} />
          </p>
        </Alert>
      ) : null}
    </form>
  );
}
