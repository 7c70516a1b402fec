import { uptime } from "node:os";
import { performance } from "node:perf_hooks";
import { AppError } from "@/lib/errors";
import { second } from "@/lib/time";

/** A process whose own clock differs from the database's by more than this says so and takes no work. */
export const maxClockOffsetMs = 5 * second;

/** What a clock is made of, each in milliseconds: only differences of the last two mean anything. */
export type ClockSources = {
  /** The process's own clock. It may be wrong and may jump, so it is measured and never relied on. */
  wall(): number;
  /** Never goes back, but may stand still while the machine is suspended. */
  running(): number;
  /** Counts suspension, but coarsely. */
  up(): number;
};

/** What a reading of the database's clock needs: a client or a transaction. */
export type TimeSource = {
  $queryRaw<T>(query: TemplateStringsArray, ...values: unknown[]): PromiseLike<T>;
};

export type Clock = ReturnType<typeof createClock>;

/** A clock of its own sources. The process has one (below); tests make theirs. */
export function createClock(sources: ClockSources) {
  let reading: { at: number; elapsed: () => number } | undefined;

  function startStopwatch(): () => number {
    const [running, up] = [sources.running(), sources.up()];
    return () => Math.max(sources.running() - running, sources.up() - up);
  }

  function databaseNow(): Date {
    if (!reading) {
      throw new AppError("database_unavailable", { detail: "the database's clock has not been read yet" });
    }
    return new Date(reading.at + reading.elapsed());
  }

  function clockOffsetMs(): number | null {
    return reading ? Math.round(sources.wall() - databaseNow().getTime()) : null;
  }

  async function syncClock(db: TimeSource): Promise<number> {
    const elapsed = startStopwatch();
    const [row] = await db.$queryRaw<{ ms: number }[]>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
    if (!row) throw new AppError("database_unavailable", { detail: "the database told no time" });
    const [earliest, latest] = [row.ms, row.ms + elapsed()];
    // A slow round trip must not spoil a good earlier reading: that one holds as long as the new one bears it out.
    const expected = reading ? databaseNow().getTime() : null;
    const holds = expected !== null && expected >= earliest && expected <= latest;
    reading = { at: holds ? expected : (earliest + latest) / 2, elapsed: startStopwatch() };
    // A slow round trip must not make a right clock wrong: what counts is how far it is outside of what can be.
    const wall = sources.wall();
    return Math.round(wall - Math.min(Math.max(wall, earliest), latest));
  }

  return { startStopwatch, databaseNow, clockOffsetMs, syncClock };
}

// Next evaluates modules once a bundle; the process reads the database's clock for all of them.
const holder: { shopClock?: Clock } = globalThis as { shopClock?: Clock };
holder.shopClock ??= createClock({
  wall: () => Date.now(),
  running: () => performance.now(),
  up: () => uptime() * second,
});
const clock = holder.shopClock;

/** Starts to count; what it returns tells the elapsed milliseconds, suspension of the machine included. */
export const startStopwatch: () => () => number = clock.startStopwatch;

/**
 * The database's time: its last reading plus what has elapsed since. Errors: database_unavailable before the first
 * reading (`syncClock`), because this process's own clock is no substitute.
 */
export const databaseNow: () => Date = clock.databaseNow;

/** By how much this process's own clock is ahead of the database's (behind: negative); null before the first reading. */
export const clockOffsetMs: () => number | null = clock.clockOffsetMs;

/** What an operator reads of an offset that is too large; null for one that is not. */
export function clockProblem(offsetMs: number): string | null {
  if (Math.abs(offsetMs) <= maxClockOffsetMs) return null;
  const side = offsetMs > 0 ? "ahead of" : "behind";
  return `its clock is ${Math.round(Math.abs(offsetMs) / second)} s ${side} the database's`;
}

/**
 * Reads the database's clock for `databaseNow`, exact to half the round trip, and returns by how many milliseconds
 * this process's own clock is ahead of it for certain (behind: negative).
 */
export const syncClock: (db: TimeSource) => Promise<number> = clock.syncClock;
