/** A filter's non-empty values as a query string (`?q=a`), or an empty string. */
export function queryString(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
