/** What is set of a page's filter, as the end of its address: `?q=a`, or nothing. */
export function queryString(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
