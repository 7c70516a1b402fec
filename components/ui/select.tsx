"use client";

import { ChevronDown } from "lucide-react";
import { useContext } from "react";
import { cn } from "./cn";
import { controlLook, FieldContext } from "./field-context";

type SelectProps = React.ComponentProps<"select"> & {
  /** The choices after `children`, by value. */
  options?: readonly (readonly [value: string | number, label: string])[];
};

/** The native select, which opens the system's picker on a phone. `className` styles the control. */
export function Select({ className, children, options = [], ...props }: SelectProps) {
  return (
    <div className="relative">
      <select
        className={cn(controlLook, "appearance-none pr-11", className)}
        {...useContext(FieldContext)}
        {...props}
      >
        {children}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  );
}
