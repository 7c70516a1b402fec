import { afterAll, beforeEach, inject } from "vitest";
import { newId } from "@/lib/base/ids";
import { rememberMark } from "@/lib/base/quarantine/database-mark";
import { syncClock } from "@/lib/base/time/clock";
import { createDatabase } from "@/lib/local/postgres";
import { connectTo, dropDatabase, type TestDatabase } from "./database";

/**
 * A new database for each test of a file. It can be copied, and restored: dropped, and created again from the copy. At
 * the beginning of a test this process remembers no database mark.
 */
export function useRestorableDatabase() {
  const live = `test_${newId().replaceAll("-", "")}`;
  const kept = `${live}_copy`;
  let database: TestDatabase | undefined;
  const replace = async (name: string, template: string) => {
    await database?.close();
    await dropDatabase(name);
    await createDatabase(inject("postgresUrl"), name, template);
    database = connectTo(live, 10);
    await syncClock(database.db);
  };
  beforeEach(async () => {
    rememberMark(null);
    await replace(live, "test_base");
  });
  afterAll(async () => {
    await database?.close();
    await dropDatabase(live);
    await dropDatabase(kept);
  });
  const current = () => {
    if (!database) throw new Error("the database exists inside tests only");
    return database;
  };
  return {
    get current() {
      return current();
    },
    db: () => current().db,
    /** Keeps the database as it is now. */
    copy: () => replace(kept, live),
    /** Puts the copy in its place, which has another `database_identity()`, as after a restore from a backup. */
    restore: () => replace(live, kept),
    /** Puts the copy in its place with the identity that it had, as after a snapshot of the disk. */
    async restoreDisk() {
      await replace(live, kept);
      await current().db.$executeRaw`UPDATE shop_state SET identity = database_identity()`;
    },
  };
}
