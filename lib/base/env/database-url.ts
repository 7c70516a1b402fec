import { accessSync, constants } from "node:fs";

/**
 * DATABASE_URL in the format of PostgreSQL's own tools: one host, or several with commas between them
 * (`postgres://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write`).
 */
const addressParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/i;

/** The parameters that every client of the process reads alike. */
const knownParameters = new Set([
  "host",
  "port",
  "user",
  "password",
  "application_name",
  "options",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "uselibpqcompat",
]);

/**
 * Vendors add these for libpq and for Prisma's own engine. They change nothing here: a verified certificate is what
 * binds the channel, and the shop has pools and limits of its own.
 */
const droppedParameters = new Set([
  "channel_binding",
  "connect_timeout",
  "connection_limit",
  "pgbouncer",
  "pool_timeout",
  "socket_timeout",
  "statement_cache_size",
]);

/**
 * One plain address for each host of a DATABASE_URL, in order, without the parameters that change nothing. The shop
 * writes, so of several hosts it always uses the one that accepts writes; `target_session_attrs` may ask for nothing
 * else. Throws a TypeError, which names what is wrong without the address in it.
 */
export function hostAddresses(databaseUrl: string): string[] {
  const [, start, hosts = "", path = "", query = ""] = addressParts.exec(databaseUrl) ?? [];
  if (start === undefined) throw new TypeError("not a PostgreSQL address");
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get("target_session_attrs");
  if (wanted !== null && wanted !== "read-write" && wanted !== "primary")
    throw new TypeError("target_session_attrs must be read-write");
  parameters.delete("target_session_attrs");
  if ((parameters.get("schema") ?? "public") !== "public") throw new TypeError("schema must be public");
  parameters.delete("schema");
  // The authorities that Node knows.
  if (parameters.get("sslrootcert") === "system") parameters.delete("sslrootcert");
  for (const name of new Set(parameters.keys())) {
    if (droppedParameters.has(name)) parameters.delete(name);
    else if (!knownParameters.has(name)) throw new TypeError(`the parameter ${name} is not supported`);
  }
  const rest = parameters.size > 0 ? `${path}?${parameters}` : path;
  return hosts.split(",").map((host) => {
    const address = `${start}${host}${rest}`;
    if (hosts.includes(",") && host === "") throw new TypeError("a host is missing");
    if (host !== "" && !URL.canParse(address)) throw new TypeError("not a PostgreSQL address");
    return address;
  });
}

/** Names the problem of a DATABASE_URL without repeating the address; null for a valid one. */
export function databaseUrlFault(databaseUrl: string): string | null {
  try {
    for (const address of hostAddresses(databaseUrl)) checkFiles(address);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "not a PostgreSQL address";
  }
}

/** The certificates and keys that an address names must be readable at the start, not only at the first connection. */
function checkFiles(address: string): void {
  const parameters = new URLSearchParams(address.split("?")[1]);
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const file = parameters.get(name);
    if (file === null) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch {
      throw new TypeError(`${name} names a file that can't be read`);
    }
  }
}
