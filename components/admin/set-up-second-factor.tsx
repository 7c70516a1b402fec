"use client";

import Link from "next/link";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type SetUpProps = {
  /** What the app is set up with, the QR code drawn on the server; null once it is set up. */
  app: { qrSvg: string; secret: string } | null;
  action: FormAction<string[]>;
};

/** Sets up an authenticator app: the code to scan, a first code to prove it, then the recovery codes, shown once. */
export function SetUpSecondFactor({ app, action }: SetUpProps) {
  const { formProps, isPending, result } = useSentForm(action);
  if (result?.ok) return <RecoveryCodes codes={result.data} />;
  if (!app) return <IsSetUp />;
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p className="text-muted-foreground">
        Administrators sign in with a second factor. Scan this with an authenticator app, then type the code
        that it shows.
      </p>
      <div
        role="img"
        aria-label="QR code for your authenticator app"
        className="mx-auto size-48 rounded-lg bg-white p-3 [&_svg]:size-full"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our server from our own text
        dangerouslySetInnerHTML={{ __html: app.qrSvg }}
      />
      <p className="text-center text-sm text-muted-foreground">
        No camera? Enter this key:{" "}
        <code className="font-semibold break-all text-foreground">{app.secret}</code>
      </p>
      {result && !result.ok ? <Alert variant="destructive">{result.error.message}</Alert> : null}
      <Field label="Code">
        <Input name="code" inputMode="numeric" autoComplete="one-time-code" required maxLength={10} />
      </Field>
      <Button type="submit" size="lg" disabled={isPending}>
        {isPending ? "Checking…" : "Confirm"}
      </Button>
    </form>
  );
}

/** The page opened again after the recovery codes were shown. */
function IsSetUp() {
  return (
    <div className="flex flex-col gap-5">
      <Alert variant="success">
        <AlertTitle>Your second factor is set up</AlertTitle>
      </Alert>
      <Link href="/admin" prefetch={false} className={buttonVariants({ size: "lg" })}>
        Go to the admin pages
      </Link>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="flex flex-col gap-5">
      <Alert variant="success">
        <AlertTitle>Your second factor is set up</AlertTitle>
        <AlertDescription>
          Keep these recovery codes in a safe place. Each opens the desk once without your app, and they are
          not shown again.
        </AlertDescription>
      </Alert>
      <ul aria-label="Recovery codes" className="grid gap-2 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="rounded-lg bg-muted px-2 py-2 text-center text-sm">
            {code}
          </li>
        ))}
      </ul>
      <Link href="/admin" prefetch={false} className={buttonVariants({ size: "lg" })}>
        I have kept them, go to the desk
      </Link>
    </div>
  );
}
