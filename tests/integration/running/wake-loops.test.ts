import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPool } from "@/lib/base/db/open-pool";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { day, second } from "@/lib/base/time/time";
import { startWaking } from "@/lib/running/worker/wake-loops";
import { useDatabase } from "../../support/database";

const { database, db } = useDatabase();

let pool: ReturnType<typeof openPool>;
let ends: (() => void)[];
beforeEach(async () => {
  await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
  pool = openPool(database.current.url, 1);
  ends = [];
});
afterEach(async () => {
  for (const end of ends) end();
  await pool.end();
});

/** Wakes loops that take these tasks; `woken` are the places of those that were woken while idle. */
function wakeLoopsOf(tasks: string[], onFailure: () => unknown = () => expect.unreachable()) {
  const woken: number[] = [];
  const loops = tasks.map((task, place) => {
    const nudge = () => woken.push(place) > 0;
    return [{ nudge }, { [task]: () => undefined }] as const;
  });
  const waking = startWaking(pool, new Map(loops), onFailure);
  ends.push(waking.stop);
  return { woken, waking };
}

const add = (name: string, ...inMs: number[]) =>
  enqueue(
    db(),
    inMs.map((ms, nth) => ({ name, payload: {}, key: `${name}:${nth}`, inMs: ms })),
  );

describe("idle loops", () => {
  it("are woken for jobs that are due, one for each, and only those that take the task", async () => {
    await add("send", 0, 0, day);
    const { woken } = wakeLoopsOf(["other", "send", "send", "send"]);
    await expect.poll(() => woken).toEqual([1, 2]);
  });

  it("are woken when a job becomes due", async () => {
    await add("send", 2 * second);
    const { woken } = wakeLoopsOf(["send"]);
    await expect.poll(() => woken).toEqual([0]);
    const [{ isDue } = { isDue: false }] = await db().$queryRaw<{ isDue: boolean }[]>`
      SELECT run_at <= now() AS "isDue" FROM graphile_worker.jobs`;
    expect(isDue).toBe(true);
  });

  it("are all woken once the database answers again", async () => {
    await db().$executeRaw`ALTER SCHEMA graphile_worker RENAME TO away`;
    let failures = 0;
    const { woken } = wakeLoopsOf(["send", "send"], () => failures++);
    await expect.poll(() => failures).toBeGreaterThan(0);
    expect(woken).toEqual([]);
    await db().$executeRaw`ALTER SCHEMA away RENAME TO graphile_worker`;
    await expect.poll(() => woken).toEqual([0, 1]);
  });

  it("are woken for an earlier job that was added meanwhile", async () => {
    const { woken, waking } = wakeLoopsOf(["send"]);
    await add("send", second);
    waking.soon();
    await expect.poll(() => woken).toEqual([0]);
  });
});
