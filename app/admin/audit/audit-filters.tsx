"use client";

import { useRef } from "react";
import { FilterButton } from "@/components/admin/filter-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

type AuditFiltersProps = {
  values: { actor?: string | undefined; action?: string | undefined; subject?: string | undefined };
  actions: string[];
};

/** The audit log's filter: a GET form, so that the address keeps it. */
export function AuditFilters({ values, actions }: AuditFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form ref={form} method="get" className="grid items-end gap-3 sm:grid-cols-2 xl:flex">
      <Field label="Administrator" className="xl:flex-1">
        <Input name="actor" defaultValue={values.actor} placeholder="Email, or ops for the command line" />
      </Field>
      <Field label="Action" className="xl:w-64">
        <Select
          name="action"
          defaultValue={values.action ?? ""}
          onChange={() => form.current?.requestSubmit()}
        >
          <option value="">All</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {action}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Subject" className="xl:flex-1">
        <Input
          name="subject"
          defaultValue={values.subject}
          placeholder="Id of an order, a package, an account"
        />
      </Field>
      <FilterButton type="submit">Apply</FilterButton>
    </form>
  );
}
