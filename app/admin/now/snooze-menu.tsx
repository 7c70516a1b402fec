"use client";

import { useState } from "react";
import { formOf, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { snoozeAction } from "./actions";

type SnoozeProps = {
  subject: string;
  /** The entry's name for screen readers. */
  title: string;
};

function useSnooze(subject: string) {
  const { isPending, error, send } = useSentForm(snoozeAction, (next) => {
    if (next.ok) toast.success(next.data.message);
  });
  const isHydrated = useIsHydrated();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    failure: error ? <Alert variant="destructive">{error.message}</Alert> : null,
    isDisabled: !isHydrated,
    isPending,
    choose: (choice: string) => {
      if (!isPending) send(formOf({ subject, choice, timeZone }));
    },
  };
}

const choices = [
  ["1h", "1 hour"],
  ["4h", "4 hours"],
  ["morning", "Until morning"],
] as const;

/** Snoozes an entry: one tap to open, one to choose. The choices have a row of their own, so the button stays where it is. */
export function SnoozeMenu({ subject, title }: SnoozeProps) {
  const { failure, isDisabled, isPending, choose } = useSnooze(subject);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        disabled={isDisabled}
        aria-expanded={isOpen}
        aria-label={`Snooze: ${title}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        Snooze
      </Button>
      {isOpen ? (
        <fieldset className="flex basis-full flex-wrap gap-2">
          <legend className="sr-only">For how long</legend>
          {choices.map(([choice, label]) => (
            <Button
              key={choice}
              variant="outline"
              size="sm"
              aria-disabled={isPending}
              onClick={() => choose(choice)}
            >
              {label}
            </Button>
          ))}
          {failure}
        </fieldset>
      ) : null}
    </>
  );
}

/** Puts a snoozed entry back into the list. */
export function EndSnooze({ subject, title }: SnoozeProps) {
  const { failure, isDisabled, isPending, choose } = useSnooze(subject);
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="outline"
        size="sm"
        disabled={isDisabled}
        aria-disabled={isPending}
        aria-label={`Put back: ${title}`}
        onClick={() => choose("end")}
      >
        Put back
      </Button>
      {failure}
    </div>
  );
}
