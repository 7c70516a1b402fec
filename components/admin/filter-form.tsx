"use client";

import { useKeyedChange } from "@/components/admin/use-keyed-change";
import { hiddenParameter, useHiddenColumns } from "@/components/data-table/use-hidden-columns";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/**
 * A list's filter: a GET form, so that the address keeps it, with the table's hidden columns. A select that was changed
 * without the keyboard applies at once.
 */
export function FilterForm({ className, children }: { className: string; children: React.ReactNode }) {
  const { hidden } = useHiddenColumns();
  const { isKeyed, keyProps } = useKeyedChange();
  return (
    <form
      method="get"
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
