"use client";

import { X } from "lucide-react";
import { type RefObject, useId, useRef } from "react";
import { Button } from "./button";
import { cn } from "./cn";

type DialogProps = {
  /** Opened with showModal() and closed with close(). */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  detail: React.ReactNode;
  /** The button that closes it without doing anything. */
  cancelLabel?: string;
  /** Called when it has closed, in whichever way. */
  onClose?: () => void;
  className?: string;
  children: React.ReactNode;
};

/** A titled modal dialog. The native element traps the focus, closes on Escape and returns the focus. */
export function Dialog({
  ref,
  title,
  detail,
  cancelLabel = "Cancel",
  onClose,
  className,
  children,
}: DialogProps) {
  const titleId = useId();
  const close = () => ref.current?.close();
  // A selection of text that is dragged out of a field and ends on the backdrop counts as a click there.
  const isPressedOutside = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; the keyboard has Escape.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressedOutside.current) close();
      }}
      className="m-auto max-h-[min(50rem,92dvh)] w-[min(34rem,94vw)] overflow-y-auto rounded-2xl border border-border bg-card text-left text-base font-normal whitespace-normal text-foreground shadow-lg backdrop:bg-deep/60"
    >
      <div className={cn("relative flex flex-col gap-5 p-6", className)}>
        <div className="flex flex-col gap-1 pr-10">
          <h2 id={titleId} className="text-xl font-semibold tracking-tight">
            {title}
          </h2>
          <div className="text-muted-foreground">{detail}</div>
        </div>
        {children}
        <Button type="button" variant="ghost" onClick={close} className="-mt-2 self-start">
          {cancelLabel}
        </Button>
        {/* Last, because the browser focuses the first control of an opened dialog. */}
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="absolute top-4 right-3.5 inline-grid size-11 place-items-center rounded-lg hover:bg-accent"
        >
          <X aria-hidden="true" className="size-6" />
        </button>
      </div>
    </dialog>
  );
}
