"use client";

import { useActionState } from "react";
import { AccountEmailField } from "@/components/auth/account-email-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Result } from "@/lib/result";

type SignInAction = (state: Result<null> | null, form: FormData) => Promise<Result<null>>;

/** The desk's door: email, which stays when it was refused, and password. The second factor is asked for on the next page. */
export function DeskSignInForm({ action }: { action: SignInAction }) {
  const [state, submit, isPending] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-col gap-4">
      {state && !state.ok ? <Alert variant="destructive">{state.error.message}</Alert> : null}
      <AccountEmailField initial="" error={undefined} />
      <Field label="Password">
        <Input type="password" name="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" size="lg" disabled={isPending}>
        {isPending ? "Signing in…" : "Sign In"}
      </Button>
    </form>
  );
}
