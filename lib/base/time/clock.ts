import { uptime } from "node:os";
import { performance } from "node:perf_hooks";
import { AppError } from "@/lib/base/errors";
import { processWide } from "@/lib/base/process-wide";
import { second } from "./time";

/** A process whose own clock differs from the database's by more than this logs it and takes no work. */
export const maxClockOffsetMs = 5 * second;

/** The sources of a clock, in milliseconds; only differences of the last two are meaningful. */
type ClockSources = {
  /** The process's own clock. It may be wrong and may jump, so it is only measured. */
  wall(): number;
  /** Never runs backwards, but may stop while the machine is suspended. */
  running(): number;
  /** Counts suspension, but coarsely. */
  up(): number;
};

/** A client or a transaction, for reading the database's clock. */
export type TimeSource = {
  $queryRaw<T>(query: TemplateStringsArray, ...values: unknown[]): PromiseLike<T>;
};

/** A clock with its own sources. The process has one (see below); tests create others. */
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
    if (!row) throw new AppError("database_unavailable", { detail: "the database returned no time" });
    const [earliest, latest] = [row.ms, row.ms + elapsed()];
    // After a slow round trip a good earlier reading is kept as long as the new one does not contradict it.
    const expected = reading ? databaseNow().getTime() : null;
    const holds = expected !== null && expected >= earliest && expected <= latest;
    reading = { at: holds ? expected : (earliest + latest) / 2, elapsed: startStopwatch() };
    // A slow round trip must not make a right clock look wrong, so only the distance from the possible range counts.
    const wall = sources.wall();
    return Math.round(wall - Math.min(Math.max(wall, earliest), latest));
  }

  return { startStopwatch, databaseNow, clockOffsetMs, syncClock };
}

const clock = processWide("clock", () =>
  createClock({ wall: () => Date.now(), running: () => performance.now(), up: () => uptime() * second }),
);

/**
 * Starts a stopwatch and returns a function that reads the elapsed milliseconds, including time when the machine was
 * suspended.
 */
export const startStopwatch: () => () => number = clock.startStopwatch;

/**
 * The database's time: its last reading plus what has elapsed since. Errors: database_unavailable before the first
 * reading (`syncClock`), because this process's own clock is no substitute.
 */
export const databaseNow: () => Date = clock.databaseNow;

/** By how much this process's own clock is ahead of the database's (behind: negative); null before the first reading. */
export const clockOffsetMs: () => number | null = clock.clockOffsetMs;

/** The operator's message about an offset that is too large; null for any other. */
export function clockProblem(offsetMs: number): string | null {
  if (Math.abs(offsetMs) <= maxClockOffsetMs) return null;
  const side = offsetMs > 0 ? "ahead of" : "behind";
  return `its clock is ${Math.round(Math.abs(offsetMs) / second)} s ${side} the database's`;
}

/**
 * Reads the database's clock for `databaseNow`, to within half the round trip. Returns how far this process's clock is
 * certainly ahead of it, in milliseconds (negative: behind).
 */
export const syncClock: (db: TimeSource) => Promise<number> = clock.syncClock;

/**
 * The database's time when it executes this, read before something outside is asked: unlike `databaseNow`, which may be
 * off by half a round trip, it can be compared with the times of rows that change meanwhile.
 */
export async function readDatabaseTime(db: TimeSource): Promise<Date> {
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  if (!row) throw new AppError("database_unavailable", { detail: "the database returned no time" });
  return row.at;
}
