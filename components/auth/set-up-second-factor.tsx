"use client";

import { FormFailure } from "@/components/forms/form-failure";
import { type FormAction, type SentForm, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RecoveryCodes } from "./recovery-codes";

/** The secret of an authenticator app: as a QR code drawn on the server, and as text. */
export type AppSecret = { qrSvg: string; secret: string };

/** `app` is null once the second factor is set up. */
type SetUpProps = { app: AppSecret | null; action: FormAction<string[]>; next: string };

/** Sets up an administrator's authenticator app, then shows the recovery codes once. */
export function SetUpSecondFactor({ app, action, next }: SetUpProps) {
  const form = useSentForm(action);
  if (form.result?.ok) {
    return (
      <RecoveryCodes codes={form.result.data}>
        <a href={next} className={buttonVariants({ size: "lg" })}>
          I have saved them, go to the admin pages
        </a>
      </RecoveryCodes>
    );
  }
  if (!app) return <IsSetUp next={next} />;
  return (
    <>
      <p className="text-muted-foreground">Administrators sign in with a second factor.</p>
      <AuthenticatorForm {...app} form={form} />
    </>
  );
}

/** Shown on a reload after the recovery codes were shown. */
function IsSetUp({ next }: Pick<SetUpProps, "next">) {
  return (
    <div className="flex flex-col gap-5">
      <Alert variant="success" title="Your second factor is set up" />
      <a href={next} className={buttonVariants({ size: "lg" })}>
        Go to the admin pages
      </a>
    </div>
  );
}

type AuthenticatorFormProps = AppSecret & { form: SentForm<string[]> };

/** The QR code, and a field for the first code. */
export function AuthenticatorForm({ qrSvg, secret, form }: AuthenticatorFormProps) {
  const { formProps, isPending, error, errors } = form;
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      <p className="text-muted-foreground">
        Scan this with an authenticator app, then enter the code it shows.
      </p>
      <div
        role="img"
        aria-label="QR code for your authenticator app"
        className="mx-auto size-48 rounded-lg bg-white p-3 [&_svg]:size-full"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our server from our own text
        dangerouslySetInnerHTML={{ __html: qrSvg }}
      />
      <p className="text-center text-sm text-muted-foreground">
        No camera? Enter this key: <code className="font-semibold break-all text-foreground">{secret}</code>
      </p>
      <FormFailure error={error} />
      <Field label="Code" error={errors.code}>
        <Input name="code" inputMode="numeric" autoComplete="one-time-code" required maxLength={10} />
      </Field>
      <Button type="submit" size="lg" aria-disabled={isPending}>
        {isPending ? "Checking…" : "Confirm"}
      </Button>
    </form>
  );
}
