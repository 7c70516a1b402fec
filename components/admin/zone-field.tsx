"use client";

import { ActionInput } from "@/components/admin/action-form";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { shownIn } from "@/lib/base/time/zone";

const useZone = () => (useIsHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC");

/** Sends the reader's time zone, in which a form's dates are read; without scripts they are read in UTC. */
export function ZoneField() {
  return <input type="hidden" name="zone" value={useZone()} />;
}

type ZonedTimeInputProps = Pick<React.ComponentProps<typeof ActionInput>, "name" | "label" | "hint"> & {
  /** ISO 8601; empty for none. */
  at: string;
};

/** A time in the reader's zone, which its label names. */
export function ZonedTimeInput({ label, at, ...input }: ZonedTimeInputProps) {
  const zone = useZone();
  return (
    <>
      <ZoneField />
      <ActionInput
        {...input}
        // The server renders it in UTC, and a default value is read once.
        key={zone}
        label={`${label} (${zone.replaceAll("_", " ")})`}
        type="datetime-local"
        defaultValue={at && shownIn(new Date(at), zone)}
      />
    </>
  );
}
