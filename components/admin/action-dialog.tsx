"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import type { ButtonVariantProps } from "@/components/ui/button-variants";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { ActionForm } from "./action-form";
import { nextCase } from "./case-nav";
import { useOpenedByAddress } from "./use-opened-by-address";

type ActionDialogProps = Pick<
  React.ComponentProps<typeof ActionForm>,
  "action" | "hidden" | "hasReason" | "reasons" | "isLight" | "children"
> & {
  /** The button that opens it. */
  label: string;
  /** The button's accessible name, where its label alone is ambiguous. */
  ariaLabel?: string;
  variant?: ButtonVariantProps["variant"];
  /** The label by default. */
  title?: string;
  detail: React.ReactNode;
  /** The label by default. */
  submitLabel?: string;
  /** The button that closes it without the change. */
  dismissLabel?: string;
  isDestructive?: boolean;
  /** The fragment of the address that opens it, as a result of the search does. */
  anchor?: string | undefined;
};

/**
 * A dialog for one change: its consequences, the reason and, if the server asks for them, password and code. Errors
 * show inside, and what was typed stays until the change is made, even if the dialog is closed meanwhile.
 */
export function ActionDialog({
  label,
  ariaLabel,
  variant = "outline",
  title = label,
  detail,
  submitLabel = label,
  dismissLabel = "Cancel",
  isDestructive = false,
  anchor,
  children,
  ...form
}: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // An opening mounts a new form with the page's current data, unless the last one was closed with something typed.
  const [opening, setOpening] = useState(0);
  const isTyped = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  // After the effect that reads the address, because React can't render the dialog within one.
  useOpenedByAddress(anchor, () => queueMicrotask(() => button.current?.click()));
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size="sm"
        aria-haspopup="dialog"
        aria-label={ariaLabel}
        onClick={() => {
          // The dialog and its form are there before it opens, so that the first field gets the focus.
          if (!isTyped.current) flushSync(() => setOpening(opening + 1));
          dialog.current?.showModal();
        }}
      >
        {label}
      </Button>
      {/* Not rendered before the first opening: closed dialogs were a large part of a long list's page. */}
      {opening > 0 ? (
        <Dialog ref={dialog} title={title} detail={detail} cancelLabel={dismissLabel}>
          <div
            onChange={() => {
              isTyped.current = true;
            }}
            onClickCapture={({ target }) => {
              // The other buttons, which move an entry, change the form without a change event.
              if (target instanceof Element && target.closest("button[type=button]")) isTyped.current = true;
            }}
          >
            <ActionForm
              key={opening}
              {...form}
              submitLabel={submitLabel}
              variant={isDestructive ? "destructive" : "default"}
              onDone={(message) => {
                isTyped.current = false;
                dialog.current?.close();
                toast.success(message, nextCase());
              }}
            >
              {children}
            </ActionForm>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
