"use client";

import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { ButtonVariantProps } from "@/components/ui/button-variants";
import { toast } from "@/components/ui/toast";
import { ActionForm, type AdminAction } from "./action-form";

type ActionDialogProps = {
  /** The button that opens it. */
  label: string;
  /** The button's accessible name, where its label alone is ambiguous. */
  ariaLabel?: string;
  variant?: ButtonVariantProps["variant"];
  size?: ButtonVariantProps["size"];
  /** The label by default. */
  title?: string;
  /** The consequences. */
  detail: React.ReactNode;
  action: AdminAction;
  /** The label by default. */
  submitLabel?: string;
  isDestructive?: boolean;
  hidden?: Record<string, string>;
  hasReason?: boolean;
  /** More fields, each an ActionField. */
  children?: React.ReactNode;
};

/**
 * A dialog for one change: its consequences, the reason and, where the server asks for them, password and code. The
 * native modal dialog traps the focus, closes on Escape and returns the focus. Errors show inside, and what was typed
 * stays.
 */
export function ActionDialog({
  label,
  ariaLabel,
  variant = "outline",
  size = "sm",
  title = label,
  detail,
  submitLabel = label,
  isDestructive = false,
  children,
  ...form
}: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Each opening mounts a new form with the page's current data.
  const [opening, setOpening] = useState(0);
  const close = () => dialog.current?.close();
  return (
    <>
      <Button
        variant={variant}
        size={size}
        aria-haspopup="dialog"
        aria-label={ariaLabel}
        onClick={() => {
          setOpening(opening + 1);
          dialog.current?.showModal();
        }}
      >
        {label}
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; the keyboard has Escape. */}
      <dialog
        ref={dialog}
        aria-labelledby={titleId}
        onClick={(event) => {
          if (event.target === event.currentTarget) close();
        }}
        className="m-auto max-h-[min(50rem,92dvh)] w-[min(34rem,94vw)] overflow-y-auto rounded-2xl border border-border bg-card text-left text-base font-normal whitespace-normal text-foreground shadow-lg backdrop:bg-deep/60"
      >
        <div className="flex flex-col gap-5 p-6">
          <div className="flex items-start justify-between gap-4">
            <div className="flex flex-col gap-1">
              <h2 id={titleId} className="text-xl font-semibold tracking-tight">
                {title}
              </h2>
              <div className="text-muted-foreground">{detail}</div>
            </div>
            <button
              type="button"
              aria-label="Close"
              onClick={close}
              className="-mt-1.5 -mr-2.5 inline-grid size-11 shrink-0 place-items-center rounded-lg hover:bg-accent"
            >
              <X aria-hidden="true" className="size-6" />
            </button>
          </div>
          {opening > 0 ? (
            <ActionForm
              key={opening}
              {...form}
              submitLabel={submitLabel}
              variant={isDestructive ? "destructive" : "default"}
              onDone={(message) => {
                close();
                toast.success(message);
              }}
            >
              {children}
            </ActionForm>
          ) : null}
        </div>
      </dialog>
    </>
  );
}
