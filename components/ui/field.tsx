"use client";

import { useId } from "react";
import { cn } from "./cn";
import { FieldContext } from "./field-context";
import { Label } from "./label";

type FieldProps = {
  label: React.ReactNode;
  hint?: React.ReactNode;
  /** The error and how to fix it; announced when it appears. */
  error?: React.ReactNode;
  className?: string;
  /** One control: Input, Select or Textarea. */
  children: React.ReactNode;
};

/** A label, control, hint and error, linked for screen readers. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <FieldContext value={{ id, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined }}>
      {/* A select is as wide as its longest option unless its box may be narrower. */}
      <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
        <Label htmlFor={id}>{label}</Label>
        {children}
        <div className="text-sm">
          <div aria-live="polite">
            {error ? (
              <p id={errorId} className="font-medium text-destructive">
                {error}
              </p>
            ) : null}
          </div>
          {hint ? (
            <p id={hintId} className="text-muted-foreground">
              {hint}
            </p>
          ) : null}
        </div>
      </div>
    </FieldContext>
  );
}
