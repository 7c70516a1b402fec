import { describe, expect, it } from "vitest";
import { createClock, type TimeSource } from "@/lib/base/time/clock";

const start = Date.UTC(2026, 10, 22);

/** A clock over sources that a test moves, beside a database whose clock is right. */
function world({ wallAheadMs = 0 } = {}) {
  const now = { wall: start + wallAheadMs, running: 0, up: 0, database: start };
  const pass = (ms: number) => {
    for (const key of ["wall", "running", "up", "database"] as const) now[key] += ms;
  };
  const clock = createClock({ wall: () => now.wall, running: () => now.running, up: () => now.up });
  /** A database whose question and answer take these delays. */
  const database = (thereMs = 0, backMs = 0): TimeSource => ({
    $queryRaw: async <T>() => {
      pass(thereMs);
      const answer = [{ ms: now.database }] as T;
      pass(backMs);
      return answer;
    },
  });
  return { clock, now, pass, database };
}

describe("a stopwatch", () => {
  it("counts the elapsed time, whatever the process's own clock does meanwhile", () => {
    const { clock, now, pass } = world();
    const elapsed = clock.startStopwatch();
    pass(2_000);
    now.wall -= 600_000;
    expect(elapsed()).toBe(2_000);
  });

  it("counts the time in which the machine was suspended", () => {
    const { clock, now, pass } = world();
    const elapsed = clock.startStopwatch();
    pass(1_000);
    now.up += 60_000;
    expect(elapsed()).toBe(61_000);
  });
});

describe("the database's time", () => {
  it("is not guessed from the process's clock before it was read", () => {
    const { clock } = world();
    expect(() => clock.databaseNow()).toThrow(expect.objectContaining({ code: "database_unavailable" }));
    expect(clock.clockOffsetMs()).toBeNull();
  });

  it("is the same in a process whose clock is ten days ahead, also after that clock jumps", async () => {
    const { clock, now, pass, database } = world({ wallAheadMs: 10 * 86_400_000 });
    expect(await clock.syncClock(database())).toBe(10 * 86_400_000);
    pass(5_000);
    now.wall -= 86_400_000;
    expect(clock.databaseNow().getTime()).toBe(start + 5_000);
    expect(clock.clockOffsetMs()).toBe(9 * 86_400_000);
  });

  it("lies in the middle of the round trip that read it", async () => {
    const { clock, now, database } = world();
    await clock.syncClock(database(100, 100));
    expect(clock.databaseNow().getTime()).toBe(now.database);
  });

  it("keeps a good reading when that of a slow round trip agrees with it", async () => {
    const { clock, now, database } = world();
    await clock.syncClock(database());
    await clock.syncClock(database(9_000, 0));
    expect(clock.databaseNow().getTime()).toBe(now.database);
  });

  it("makes a right clock's offset 0, even when the reading took long", async () => {
    expect(await world().clock.syncClock(world().database())).toBe(0);
    const slow = world();
    expect(await slow.clock.syncClock(slow.database(20_000, 0))).toBe(0);
    const wrong = world({ wallAheadMs: -600_000 });
    expect(await wrong.clock.syncClock(wrong.database(0, 20_000))).toBe(-580_000);
  });

  it("follows a database whose clock was corrected, or another database in its place", async () => {
    const { clock, now, database } = world();
    await clock.syncClock(database());
    now.database -= 3_600_000;
    await clock.syncClock(database(100, 100));
    expect(clock.databaseNow().getTime()).toBe(now.database);
  });
});
