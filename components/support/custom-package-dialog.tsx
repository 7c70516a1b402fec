"use client";

import { useEffect, useRef } from "react";
import { Dialog } from "@/components/ui/dialog";
import { customPackageHint } from "./custom-package-text";
import type { OpenTicketAction } from "./support-form";
import { VisitorSupportForm } from "./visitor-support-form";

type CustomPackageDialogProps = { isOpen: boolean; action: OpenTicketAction; onClose: () => void };

/** The form for a custom package, in a dialog. The text stays when it is closed. */
export function CustomPackageDialog({ isOpen, action, onClose }: CustomPackageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <Dialog
      ref={dialog}
      title="Custom package"
      detail="You get a price by email."
      onClose={onClose}
      className="sm:p-8"
    >
      <VisitorSupportForm
        kind="custom_package"
        action={action}
        hint={customPackageHint}
        submitLabel="Ask for a price"
        onFiled={onClose}
      />
    </Dialog>
  );
}
