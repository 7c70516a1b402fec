import { expect, it } from "vitest";
import { parseEnv } from "@/lib/base/env/env";
import { newId } from "@/lib/base/ids";
import { tasks } from "@/lib/running/worker/tasks";
import { useDatabase } from "../../support/database";
import { withWatchedConnection } from "../../support/statements";
import { testEnv } from "../../support/test-env";

const { database } = useDatabase();

it("a sweep of a shop at rest costs the database few statements", async () => {
  const { url } = database.current;
  const env = parseEnv(testEnv({ DATABASE_URL: url }));
  const known = tasks.map(({ name }) => name);
  const sweep = tasks.find(({ name }) => name === "sweep");
  await withWatchedConnection(url, async (connection) => {
    const { db } = connection;
    await db.workerHeartbeat.create({ data: { id: newId(), host: "h", pid: 1 } });
    // A first sweep, because the seed leaves some work.
    await sweep?.run({ db, env, limitMs: 60_000, known }, null);
    connection.clear();
    await sweep?.run({ db, env, limitMs: 60_000, known }, null);
    // With any BEGIN and COMMIT.
    expect(connection.all()).toHaveLength(27);
  });
});
