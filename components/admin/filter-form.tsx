"use client";

import { useEffect, useRef } from "react";
import { hiddenParameter, useHiddenColumns } from "@/components/admin/use-hidden-columns";
import { useKeyedChange } from "@/components/admin/use-keyed-change";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const isChanged = ({ selectedOptions: [option] }: HTMLSelectElement) => option && !option.defaultSelected;

/**
 * A list's filter: a GET form, so that the address keeps it, with the table's hidden columns. A select that was changed
 * without the keyboard applies at once, or after hydration.
 */
export function FilterForm({ className, children }: { className: string; children: React.ReactNode }) {
  const { hidden } = useHiddenColumns();
  const { isKeyed, keyProps } = useKeyedChange();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A change before hydration fired no event here.
    if ([...(form.current?.querySelectorAll("select") ?? [])].some(isChanged)) form.current?.requestSubmit();
  }, []);
  return (
    <form
      ref={form}
      method="get"
      // Otherwise the browser restores what was selected when the visitor goes back, which would be applied again.
      autoComplete="off"
      className={cn("items-end gap-3", className)}
      {...keyProps}
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement && !isKeyed()) currentTarget.requestSubmit();
      }}
    >
      {hidden.size > 0 ? <input type="hidden" name={hiddenParameter} value={[...hidden].join(",")} /> : null}
      {children}
      {/* In line with the inputs, above the space for their errors. */}
      <Button type="submit" className="mb-1.5 min-h-12">
        Apply
      </Button>
    </form>
  );
}
