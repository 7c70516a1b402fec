import { queryString } from "@/lib/base/text/query-string";

/** The parameters that mark a page of a list. */
export const pageMarks: readonly string[] = ["after", "before"];

/**
 * The address of a list's page. The rest of the address stays, such as the filter and the hidden columns, except
 * parameters given twice, which no list understands. Pure.
 */
export function pageAddress(
  path: string,
  search: URLSearchParams,
  { mark, place }: { mark: string; place: string | undefined },
): string {
  const kept = [...search].filter(([name]) => search.getAll(name).length === 1);
  return `${path}${queryString({ ...Object.fromEntries(kept), [mark]: place })}`;
}
