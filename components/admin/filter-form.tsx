"use client";

import { Search } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { densityParameter, hiddenParameter, useHiddenColumns } from "@/components/admin/use-hidden-columns";
import { useKeyedChange } from "@/components/admin/use-keyed-change";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const isChanged = ({ selectedOptions: [option] }: HTMLSelectElement) => option && !option.defaultSelected;

type FilterFormProps = {
  className: string;
  /** The parameters that the list's links set, which a search keeps. */
  keeps?: readonly string[];
  children: React.ReactNode;
};

/**
 * A list's search and filter: a GET form, so that the address keeps it, with the table's columns and density. Enter
 * sends it. A select that was changed without the keyboard applies at once, or after hydration.
 */
export function FilterForm({ className, keeps = [], children }: FilterFormProps) {
  const search = useSearchParams();
  const { hidden } = useHiddenColumns();
  const kept = [densityParameter, ...keeps].map((name) => [name, search.get(name) ?? ""] as const);
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
      {[[hiddenParameter, [...hidden].join(",")] as const, ...kept].map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      {children}
      {/* In line with the inputs, above the space for their errors. */}
      <Button type="submit" variant="outline" aria-label="Search" className="mb-1.5 min-h-12">
        <Search aria-hidden="true" />
      </Button>
    </form>
  );
}
