/**
 * DATABASE_URL in the format of PostgreSQL's own tools: one host, or several with commas between them
 * (`postgres://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write`).
 */
const addressParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/i;

/**
 * One plain address for each host of a DATABASE_URL, in order. The shop writes, so of several hosts it always uses the
 * one that accepts writes; `target_session_attrs` may ask for nothing else. Throws a TypeError, without the address in
 * it, for an invalid one.
 */
export function hostAddresses(databaseUrl: string): string[] {
  const [, start, hosts = "", path = "", query = ""] = addressParts.exec(databaseUrl) ?? [];
  if (start === undefined) throw new TypeError("not a PostgreSQL address");
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get("target_session_attrs");
  if (wanted !== null && wanted !== "read-write" && wanted !== "primary")
    throw new TypeError("target_session_attrs must be read-write");
  parameters.delete("target_session_attrs");
  const rest = parameters.size > 0 ? `${path}?${parameters}` : path;
  return hosts.split(",").map((host) => {
    const address = `${start}${host}${rest}`;
    if (hosts.includes(",") && host === "") throw new TypeError("a host is missing");
    if (host !== "" && !URL.canParse(address)) throw new TypeError("not a PostgreSQL address");
    return address;
  });
}

/** True for a valid DATABASE_URL. */
export function isDatabaseUrl(databaseUrl: string): boolean {
  try {
    return hostAddresses(databaseUrl).length > 0;
  } catch {
    return false;
  }
}
