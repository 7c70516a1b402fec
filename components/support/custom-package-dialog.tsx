"use client";

import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { customPackageHint } from "./custom-package-text";
import type { OpenTicketAction } from "./support-form";
import { VisitorSupportForm } from "./visitor-support-form";

type CustomPackageDialogProps = { isOpen: boolean; action: OpenTicketAction; onClose: () => void };

/**
 * The form for a custom package, in a dialog. The native modal dialog traps the focus, closes on Escape and returns
 * the focus; the text stays when it is closed.
 */
export function CustomPackageDialog({ isOpen, action, onClose }: CustomPackageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; the keyboard has Escape.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="m-auto max-h-[min(46rem,92dvh)] w-[min(34rem,94vw)] overflow-y-auto rounded-2xl border border-border bg-card text-foreground shadow-lg backdrop:bg-deep/60"
    >
      <div className="flex flex-col gap-5 p-6 sm:p-8">
        <div className="flex items-start justify-between gap-4">
          <div className="flex flex-col gap-1">
            <h2 id={titleId} className="text-xl font-semibold tracking-tight">
              Custom package
            </h2>
            <p className="text-muted-foreground">You get a price by email.</p>
          </div>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mt-1.5 -mr-2.5 inline-grid size-11 shrink-0 place-items-center rounded-lg hover:bg-accent"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
        </div>
        <VisitorSupportForm
          kind="custom_package"
          action={action}
          hint={customPackageHint}
          submitLabel="Ask for a price"
          onFiled={onClose}
        />
      </div>
    </dialog>
  );
}
