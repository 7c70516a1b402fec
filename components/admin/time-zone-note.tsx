"use client";

import { useIsHydrated } from "@/components/ui/use-is-hydrated";

/** Names the zone of all times on the page; the server shows them in UTC, because it does not know the reader's zone. */
export function TimeZoneNote() {
  const zone = useIsHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  return (
    <p className="mt-auto pt-4 text-xs text-muted-foreground">
      Times on this page are in {zone.replaceAll("_", " ")}.
    </p>
  );
}
