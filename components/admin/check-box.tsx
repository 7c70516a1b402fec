"use client";

import { useFieldErrors } from "./action-form";

type CheckBoxProps = { name: string; label: React.ReactNode; hint?: string; isOn?: boolean };

/** A checkbox of an ActionForm. */
export function CheckBox({ name, label, hint, isOn = false }: CheckBoxProps) {
  const error = useFieldErrors()[name];
  return (
    <div className="flex flex-col">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          name={name}
          defaultChecked={isOn}
          aria-invalid={error ? true : undefined}
          className="size-5 shrink-0 accent-primary"
        />
        <span className="flex flex-col">
          {label}
          {hint ? <span className="text-sm text-muted-foreground">{hint}</span> : null}
        </span>
      </label>
      {error ? (
        <p role="alert" className="text-sm font-medium text-destructive">
          {error}
        </p>
      ) : null}
    </div>
  );
}
