import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { syncClock } from "@/lib/clock";
import { type Connection, connect } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { createDatabase } from "@/lib/local/postgres";

export type TestDatabase = Connection & { url: string };

/** The error that the work failed with; null when it succeeded. */
export function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/**
 * A database for one test file, copied from the migrated and seeded template and dropped afterwards. Call it at the
 * top of the file; use what it returns inside tests only.
 */
export function useDatabase(poolSize = 10): { readonly current: TestDatabase } {
  let database: TestDatabase | undefined;
  const adminUrl = () => inject("postgresUrl");
  const name = `test_${newId().replaceAll("-", "")}`;
  beforeAll(async () => {
    const url = new URL(adminUrl());
    url.pathname = `/${name}`;
    await createDatabase(adminUrl(), name, "test_base");
    database = { ...connect(url.href, poolSize), url: url.href };
    await syncClock(database.db);
  });
  afterAll(async () => {
    await database?.close();
    const client = new pg.Client({ connectionString: adminUrl() });
    await client.connect();
    await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    await client.end();
  });
  return {
    get current() {
      if (!database) throw new Error("the database exists inside tests only");
      return database;
    },
  };
}
