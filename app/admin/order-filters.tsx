"use client";

import { useRef } from "react";
import { FilterButton } from "@/components/admin/filter-button";
import { hiddenParameter, useHiddenColumns } from "@/components/data-table/use-hidden-columns";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

export type OrderFilterValues = { status?: string; q?: string; from?: string; to?: string; sort: string };

const statuses = [
  ["", "All"],
  ["pending", "Pending"],
  ["processing", "Processing"],
  ["completed", "Completed"],
  ["failed", "Failed"],
  ["expired", "Expired"],
  ["partial", "Cancelled"],
] as const;

const sorts = [
  ["newest", "Newest first"],
  ["oldest", "Oldest first"],
  ["dearest", "Highest amount"],
  ["cheapest", "Lowest amount"],
] as const;

/** The orders' filter: a GET form, so that the address keeps it. Selects apply at once, texts on Enter. */
export function OrderFilters({ values }: { values: OrderFilterValues }) {
  const form = useRef<HTMLFormElement>(null);
  const apply = () => form.current?.requestSubmit();
  return (
    <form ref={form} method="get" className="grid grid-cols-2 items-end gap-3 xl:flex">
      <KeptColumns />
      <Field label="Search" className="col-span-2 xl:min-w-0 xl:flex-1">
        <Input
          type="search"
          name="q"
          defaultValue={values.q}
          placeholder="Email, order id, @name or supplier's id"
        />
      </Field>
      <Field label="Status" className="xl:w-36">
        <Select name="status" defaultValue={values.status ?? ""} onChange={apply}>
          {statuses.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Sort" className="xl:w-44">
        <Select name="sort" defaultValue={values.sort} onChange={apply}>
          {sorts.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From (UTC)" className="xl:w-44">
        <Input type="date" name="from" defaultValue={values.from} />
      </Field>
      <Field label="To (UTC)" className="xl:w-44">
        <Input type="date" name="to" defaultValue={values.to} />
      </Field>
      <FilterButton type="submit" className="max-xl:col-span-2">
        Apply
      </FilterButton>
    </form>
  );
}

/** Keeps the hidden columns, which are in the address too, when the filter changes. */
function KeptColumns() {
  const { hidden } = useHiddenColumns();
  return hidden.size > 0 ? (
    <input type="hidden" name={hiddenParameter} value={[...hidden].join(",")} />
  ) : null;
}
