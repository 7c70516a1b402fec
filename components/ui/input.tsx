"use client";

import { cn } from "./cn";
import { controlLook } from "./control-look";
import { useFieldLinks } from "./field-context";

export function Input({ className, type = "text", ...props }: React.ComponentProps<"input">) {
  return (
    <input data-slot="input" type={type} className={cn(controlLook, className)} {...useFieldLinks(props)} />
  );
}
