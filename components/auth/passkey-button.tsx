"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type FormAction, formOf, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { cancelPasskeyRequest, hasPasskeys, requestPasskey } from "./browser-passkey";

type PasskeyButtonProps = { action: FormAction; next: string };

/**
 * Signs in with a passkey, through the button or the autofill of the email field (`autoComplete="username
 * webauthn"`). A browser without passkeys shows a text instead of the button.
 */
export function PasskeyButton({ action, next }: PasskeyButtonProps) {
  const isHydrated = useIsHydrated();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { result, error, isPending, send } = useSentForm(action);
  const ask = async (isAutofill: boolean): Promise<void> => {
    const answer = await requestPasskey({ isAutofill });
    if (answer?.ok) send(formOf({ response: answer.data, next }));
    // Autofill starts without a click, so its errors stay silent; the button is there.
    else if (!isAutofill) setRefusal(answer?.error.message ?? null);
  };
  const asked = useRef(ask);
  asked.current = ask;

  // A challenge works once: start a new request after each answer, and after the button was used.
  useEffect(() => {
    if (result?.ok || isAsking || !hasPasskeys()) return;
    void asked.current(true);
  }, [result, isAsking]);
  useEffect(() => () => void cancelPasskeyRequest(), []);

  if (isHydrated && !hasPasskeys()) {
    return (
      <p className="text-center text-sm text-muted-foreground">
        This browser has no passkeys. You can sign in with your email.
      </p>
    );
  }
  const failure = refusal ?? error?.message;
  const isBusy = isAsking || isPending;
  return (
    <div className="flex flex-col gap-4">
      {failure && !isBusy ? <Alert variant="destructive">{failure}</Alert> : null}
      <Button
        variant="outline"
        size="lg"
        className="w-full"
        disabled={!isHydrated}
        aria-disabled={isBusy}
        onClick={async () => {
          if (isBusy) return;
          setRefusal(null);
          setAsking(true);
          await ask(false);
          setAsking(false);
        }}
      >
        {isBusy ? <Spinner /> : <KeyRound aria-hidden="true" className="size-4.5" />} Sign in with a passkey
      </Button>
    </div>
  );
}
