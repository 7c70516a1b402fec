"use client";

import { useContext } from "react";
import { cn } from "./cn";
import { controlLook, FieldContext } from "./field-context";

/** A multi-line input that grows with its text where the browser supports it. */
export function Textarea({ className, ...props }: React.ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(controlLook, "field-sizing-content min-h-24 py-3", className)}
      {...useContext(FieldContext)}
      {...props}
    />
  );
}
