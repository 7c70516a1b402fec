"use client";

import { formOf, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
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

/** Snoozes an entry: one tap to open, one to choose. */
export function SnoozeMenu({ subject, title }: SnoozeProps) {
  const { failure, isDisabled, isPending, choose } = useSnooze(subject);
  return (
    <details className="group flex flex-col gap-2">
      <summary
        aria-label={`Snooze: ${title}`}
        className={cn(buttonVariants({ variant: "ghost", size: "sm" }), "cursor-pointer list-none")}
      >
        Snooze
      </summary>
      <fieldset disabled={isDisabled} className="flex flex-wrap gap-2 pt-2">
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
      </fieldset>
      {failure}
    </details>
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
