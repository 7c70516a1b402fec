import pg from "pg";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { type Connection, connect } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { syncClock, type TimeSource } from "@/lib/base/time/clock";
import { createDatabase } from "@/lib/local/postgres";

export type TestDatabase = Connection & { url: string };

/** The error that the work failed with; null when it succeeded. */
export function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** The code with which the work was refused; null when it succeeded. Throws an error that has no code. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const error = await errorOf(work);
  if (error === null) return null;
  if (error instanceof Error && "code" in error) return error.code;
  throw error;
}

/** How many of these succeeded, once all have ended. */
export async function countSucceeded(work: Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

/** Everything that a row or a list of rows says, as one text. */
export const textOf = (rows: unknown): string =>
  JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));

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
 * top of the file; use what it returns inside tests only. `database` is for other fixtures, `db()` its client.
 */
export function useDatabase(poolSize = 10) {
  let opened: TestDatabase | undefined;
  const name = `test_${newId().replaceAll("-", "")}`;
  beforeAll(async () => {
    await createDatabase(inject("postgresUrl"), name, "test_base");
    opened = connectTo(name, poolSize);
    await syncClock(opened.db);
  });
  afterAll(async () => {
    await opened?.close();
    await dropDatabase(name);
  });
  const database = {
    get current(): TestDatabase {
      if (!opened) throw new Error("the database exists inside tests only");
      return opened;
    },
    db: () => database.current.db,
  };
  return Object.assign(database, { database });
}

/** Until the end of a test, this process reads the database's clock 3 s ahead, as it may after a slow answer. */
export async function readClockAhead({ db }: TestDatabase): Promise<void> {
  const ahead = () => Promise.resolve([{ ms: Date.now() + 3_000 }]);
  await syncClock({ $queryRaw: ahead as TimeSource["$queryRaw"] });
  onTestFinished(async () => {
    await syncClock(db);
  });
}
