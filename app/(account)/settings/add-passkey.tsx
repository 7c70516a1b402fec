"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { startTransition, useActionState, useEffect, useRef } from "react";
import { makePasskey } from "@/components/auth/ask-passkey";
import { PasswordField } from "@/components/auth/password-field";
import { askShop } from "@/components/forms/ask-shop";
import { FailureText } from "@/components/forms/failure-text";
import type { FormAction } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { SettingsAction, SettingsResult } from "./settings-form";

export type PasskeyOptions = PublicKeyCredentialCreationOptionsJSON;

type AddPasskeyProps = { begin: FormAction<PasskeyOptions>; add: SettingsAction; hasPassword: boolean };

/**
 * Adds a passkey: its name and the password, then the browser's own prompt, then the shop's answer. What was typed stays
 * until it is added, also when the prompt is closed.
 */
export function AddPasskey({ begin, add, hasPassword }: AddPasskeyProps) {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useIsHydrated();
  const [result, submit, isPending] = useActionState(
    async (previous: SettingsResult | null, data: FormData): Promise<SettingsResult> => {
      const begun = await askShop(begin(null, data));
      if (!begun.ok) return begun;
      const made = await makePasskey(begun.data);
      if (!made.ok) return made;
      const answer = new FormData();
      answer.set("name", String(data.get("name") ?? ""));
      answer.set("response", made.data);
      return askShop(add(previous, answer));
    },
    null,
  );
  useEffect(() => {
    if (result?.ok) form.current?.reset();
    else if (result) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [result]);
  if (isHydrated && typeof window.PublicKeyCredential !== "function") {
    return <p>This browser has no passkeys. Open this page in another one, or on your phone, to add one.</p>;
  }
  const errors = (result && !result.ok && result.error.fieldErrors) || {};
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        if (!isPending) startTransition(() => submit(data));
      }}
    >
      {/* Before the page is ready the browser would send it by itself, with the password in the address. */}
      <fieldset disabled={!isHydrated} className="flex flex-col gap-4">
        <Field
          label="Name of the new passkey"
          hint="So that you know it again: my phone, work laptop."
          error={errors.name}
        >
          <Input name="name" autoComplete="off" maxLength={60} />
        </Field>
        {hasPassword ? <PasswordField label="Your password" error={errors.password} /> : null}
        <Button type="submit" variant="outline" className="self-start" aria-disabled={isPending}>
          {isPending ? <Spinner /> : null}
          Add a passkey
        </Button>
        {result?.ok ? <Alert variant="success">{result.data.message}</Alert> : null}
        {result && !result.ok && !errors.name && !errors.password ? (
          <Alert variant="destructive">
            <p>
              <FailureText error={result.error} />
            </p>
          </Alert>
        ) : null}
      </fieldset>
    </form>
  );
}
