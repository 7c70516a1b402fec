"use client";

import { Columns3 } from "lucide-react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";

type ColumnChoiceProps = {
  columns: { id: string; label: string; isShown: boolean }[];
  onToggle: (column: string) => void;
};

function closeWhenLeft({ currentTarget, relatedTarget }: React.FocusEvent<HTMLDetailsElement>): void {
  if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) currentTarget.open = false;
}

function closeOnEscape({ key, currentTarget }: React.KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}

/** Chooses the visible columns of a table. The last visible one can't be hidden. */
export function ColumnChoice({ columns, onToggle }: ColumnChoiceProps) {
  const shown = columns.filter((column) => column.isShown).length;
  return (
    <details className="group relative max-md:hidden" onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
      <summary className={cn(buttonVariants({ variant: "ghost", size: "sm" }), "cursor-pointer list-none")}>
        <Columns3 aria-hidden="true" />
        Columns
      </summary>
      <fieldset className="absolute right-0 z-20 mt-1 flex min-w-52 flex-col rounded-xl border border-border bg-popover p-2 text-popover-foreground shadow-lg">
        <legend className="sr-only">Columns to show</legend>
        {columns.map((column) => (
          <label
            key={column.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 hover:bg-accent"
          >
            <input
              type="checkbox"
              className="size-4.5 accent-primary"
              checked={column.isShown}
              disabled={column.isShown && shown === 1}
              onChange={() => onToggle(column.id)}
            />
            {column.label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
