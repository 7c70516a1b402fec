"use client";

import { useContext } from "react";
import { cn } from "./cn";
import { controlLook, FieldContext } from "./field-context";

export function Input({ className, type = "text", ...props }: React.ComponentProps<"input">) {
  return (
    <input
      type={type}
      className={cn(controlLook, type === "file" && "py-2.5", className)}
      {...useContext(FieldContext)}
      {...props}
    />
  );
}

/** An input whose text stays as it is typed, for example a name or a code: nothing capitalizes, corrects or completes it. */
export function ExactInput(props: React.ComponentProps<typeof Input>) {
  return <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />;
}

/** An email address, named `email` in its form; the browser suggests the visitor's own. */
export function EmailInput(props: React.ComponentProps<typeof Input>) {
  return <ExactInput type="email" name="email" inputMode="email" autoComplete="email" {...props} />;
}
