"use client";

import { lazy, type MouseEvent, Suspense, useState } from "react";
import type { OpenTicketAction } from "@/components/support/support-form";

const Dialog = lazy(async () => ({
  default: (await import("@/components/support/custom-package-dialog")).CustomPackageDialog,
}));

/** A link to the form's page that opens it in a dialog; the dialog's code loads with the first click. */
export function CustomPackageButton({ action, className }: { action: OpenTicketAction; className: string }) {
  const [clicks, setClicks] = useState(0);
  const open = (event: MouseEvent) => {
    // Clicks that open a new tab or window stay the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setClicks((count) => count + 1);
  };
  return (
    <>
      <a href="/contact/custom-package" aria-haspopup="dialog" onClick={open} className={className}>
        Need a Custom Package?
      </a>
      {clicks > 0 ? (
        <Suspense fallback={null}>
          <Dialog opened={clicks} action={action} />
        </Suspense>
      ) : null}
    </>
  );
}
