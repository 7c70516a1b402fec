"use client";

import { useRef } from "react";
import { FilterButton } from "@/components/admin/filter-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

type CustomerFiltersProps = { values: { q?: string | undefined; role?: string | undefined } };

/** The customer search: a GET form, so that the address keeps it. */
export function CustomerFilters({ values }: CustomerFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form ref={form} method="get" className="grid items-end gap-3 sm:flex">
      <Field label="Search" className="sm:flex-1">
        <Input type="search" name="q" defaultValue={values.q} placeholder="The start of an email address" />
      </Field>
      <Field label="Role" className="sm:w-48">
        <Select name="role" defaultValue={values.role ?? ""} onChange={() => form.current?.requestSubmit()}>
          <option value="">All</option>
          <option value="admin">Administrators</option>
        </Select>
      </Field>
      <FilterButton type="submit">Apply</FilterButton>
    </form>
  );
}
