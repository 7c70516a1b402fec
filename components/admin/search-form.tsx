import { ActionInput } from "./action-form";
import { FilterForm } from "./filter-form";

type SearchFormProps = {
  /** What was searched for. */
  query: string | undefined;
  /** What can be searched. */
  placeholder: string;
};

/** The search of a list that has no other filter. */
export function SearchForm({ query, placeholder }: SearchFormProps) {
  return (
    <FilterForm className="flex">
      <ActionInput
        name="q"
        label="Search"
        className="flex-1"
        type="search"
        defaultValue={query}
        placeholder={placeholder}
      />
    </FilterForm>
  );
}
