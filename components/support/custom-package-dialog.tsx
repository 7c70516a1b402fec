"use client";

import { useEffect, useRef } from "react";
import { Dialog } from "@/components/ui/dialog";
import { type OpenTicketAction, VisitorSupportForm } from "./support-form";

/** `opened` counts how often it was asked for; only the element itself knows whether it is open. */
type CustomPackageDialogProps = { opened: number; action: OpenTicketAction };

/** The form for a custom package, in a dialog. The text stays when it is closed. */
export function CustomPackageDialog({ opened, action }: CustomPackageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened > 0) dialog.current?.showModal();
  }, [opened]);
  // The back button may show another tab's panel; a modal dialog that is hidden with its panel leaves the page inert.
  useEffect(() => {
    const close = () => dialog.current?.close();
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, []);
  return (
    <Dialog ref={dialog} title="Custom package" detail="We'll email you a price." className="sm:p-8">
      <VisitorSupportForm kind="custom_package" action={action} onFiled={() => dialog.current?.close()} />
    </Dialog>
  );
}
