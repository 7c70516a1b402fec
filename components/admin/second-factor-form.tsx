"use client";

import { useActionState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Result } from "@/lib/result";

type CodeAction = (state: Result<null> | null, form: FormData) => Promise<Result<null>>;

/** Asks for a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ action }: { action: CodeAction }) {
  const [state, submit, isPending] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-col gap-4">
      {state && !state.ok ? <Alert variant="destructive">{state.error.message}</Alert> : null}
      <Field label="Code" hint="Six digits of your authenticator app, or one of your recovery codes.">
        <Input name="code" inputMode="text" autoComplete="one-time-code" autoFocus required maxLength={32} />
      </Field>
      <Button type="submit" size="lg" disabled={isPending}>
        {isPending ? "Checking…" : "Open the desk"}
      </Button>
    </form>
  );
}
