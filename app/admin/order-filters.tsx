import { FilterForm } from "@/components/admin/filter-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { OrderFilter } from "@/lib/reporting/order-filter";

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

/** The filter of the orders. */
export function OrderFilters({ values }: { values: OrderFilter }) {
  return (
    <FilterForm className="grid grid-cols-2 max-xl:[&>button]:col-span-2 xl:flex">
      <Field label="Search" className="col-span-2 xl:min-w-0 xl:flex-1">
        <Input
          type="search"
          name="q"
          defaultValue={values.q}
          placeholder="Email, order id, @name or supplier's id"
        />
      </Field>
      <Field label="Status" className="xl:w-36">
        <Select name="status" defaultValue={values.status ?? ""} options={statuses} />
      </Field>
      <Field label="Sort" className="xl:w-44">
        <Select name="sort" defaultValue={values.sort} options={sorts} />
      </Field>
      <Field label="From (UTC)" className="xl:w-44">
        <Input type="date" name="from" defaultValue={values.from} />
      </Field>
      <Field label="To (UTC)" className="xl:w-44">
        <Input type="date" name="to" defaultValue={values.to} />
      </Field>
    </FilterForm>
  );
}
