import { describe, expect, it } from "vitest";
import { hostAddresses, isDatabaseUrl } from "@/lib/database-url";

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
  ])("%s is read host by host", (url, addresses) => {
    expect(hostAddresses(url)).toEqual(addresses);
  });

  it.each([
    "",
    "mysql://db/shop",
    "db:5432/shop",
    "postgres://h1:notaport/db",
    "postgres://h1:5432,h2:x/db",
    "postgres://h1,/db",
    "postgres://h1,h2/db?target_session_attrs=standby",
  ])("%j is refused", (url) => {
    expect(isDatabaseUrl(url)).toBe(false);
  });
});
