import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { syncClock } from "@/lib/clock";
import { type Connection, connect, type Database } from "@/lib/db/client";
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

/** Runs a statement where databases are made and dropped. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export const dropDatabase = (name: string) =>
  administer(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);

/** A connection to a database of the tests' server. */
export function connectTo(name: string, poolSize: number): TestDatabase {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { ...connect(url.href, poolSize), url: url.href };
}

/**
 * A database for one test file, copied from the migrated and seeded template and dropped afterwards. Call it at the
 * top of the file; use what it returns inside tests only. `db()` is the client of `current`.
 */
export function useDatabase(poolSize = 10): { readonly current: TestDatabase; db: () => Database } {
  let database: TestDatabase | undefined;
  const name = `test_${newId().replaceAll("-", "")}`;
  beforeAll(async () => {
    await createDatabase(inject("postgresUrl"), name, "test_base");
    database = connectTo(name, poolSize);
    await syncClock(database.db);
  });
  afterAll(async () => {
    await database?.close();
    await dropDatabase(name);
  });
  const opened = () => {
    if (!database) throw new Error("the database exists inside tests only");
    return database;
  };
  return {
    get current() {
      return opened();
    },
    db: () => opened().db,
  };
}
