import { describe, expect, it } from "vitest";
import { databaseUrlFault, hostAddresses } from "@/lib/base/env/database-url";

describe("an address of a database", () => {
  it.each([
    ["postgresql://shop:pw@db:5432/shop", ["postgresql://shop:pw@db:5432/shop"]],
    ["postgres://db/shop?sslmode=require", ["postgres://db/shop?sslmode=require"]],
    ["postgresql:///shop?host=/run/postgresql", ["postgresql:///shop?host=%2Frun%2Fpostgresql"]],
    [
      "postgres://u:p%40ss@h1:5432,h2:5433/db?target_session_attrs=read-write&sslmode=require",
      ["postgres://u:p%40ss@h1:5432/db?sslmode=require", "postgres://u:p%40ss@h2:5433/db?sslmode=require"],
    ],
    ["postgres://u@h1,[::1]:5433/db", ["postgres://u@h1/db", "postgres://u@[::1]:5433/db"]],
    ["postgres://u:a,b@h1/db?target_session_attrs=primary", ["postgres://u:a,b@h1/db"]],
    // As Neon, Supabase, Prisma and libpq's own documentation write them.
    ["postgres://u@h/db?sslmode=require&channel_binding=require", ["postgres://u@h/db?sslmode=require"]],
    ["postgres://u@h/db?pgbouncer=true&connection_limit=1&pool_timeout=20", ["postgres://u@h/db"]],
    ["postgres://u@h/db?schema=public", ["postgres://u@h/db"]],
    ["postgres://u@h/db?sslmode=verify-full&sslrootcert=system", ["postgres://u@h/db?sslmode=verify-full"]],
    ["postgres://u@%2Frun%2Fpostgresql/db", ["postgres://u@%2Frun%2Fpostgresql/db"]],
  ])("%s is read host by host", (url, addresses) => {
    expect(hostAddresses(url)).toEqual(addresses);
  });

  it.each([
    ["", "not a PostgreSQL address"],
    ["mysql://db/shop", "not a PostgreSQL address"],
    ["db:5432/shop", "not a PostgreSQL address"],
    ["postgres://h1:notaport/db", "not a PostgreSQL address"],
    ["postgres://h1:5432,h2:x/db", "not a PostgreSQL address"],
    ["postgres://h1,/db", "a host is missing"],
    ["postgres://h1,h2/db?target_session_attrs=standby", "target_session_attrs must be read-write"],
    ["postgres://u@h/db?schema=tenant_1", "schema must be public"],
    ["postgres://u@h/db?sslrootcert=/nowhere/ca.pem", "sslrootcert names a file that can't be read"],
    ["postgres://u@h/db?sslpassword=secret", "the parameter sslpassword is not supported"],
  ])("%j is refused by name", (url, fault) => {
    expect(databaseUrlFault(url)).toBe(fault);
  });
});
