import { setTimeout as wait } from "node:timers/promises";
import { logger } from "@/lib/base/logger";

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}

const sqlStatePattern = /^(?:\d[\dA-Z]|F0|HV|P0|XX)[\dA-Z]{3}$/;

/** PostgreSQL's own code of a failure (SQLSTATE, five characters), from any layer; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    for (const key of ["code", "originalCode"] as const) {
      const code = String((cause as Record<string, unknown>)[key] ?? "");
      if (sqlStatePattern.test(code)) return code;
    }
  }
  return undefined;
}

/** An error, its causes, and what Prisma's driver adapter says about it. */
function causesOf(error: unknown): object[] {
  const found: object[] = [];
  const open: unknown[] = [error];
  while (open.length > 0 && found.length < 20) {
    const next = open.shift();
    if (typeof next !== "object" || next === null || found.includes(next)) continue;
    found.push(next);
    const { cause, meta, driverAdapterError } = next as Record<string, unknown>;
    open.push(cause, meta, driverAdapterError);
  }
  return found;
}

// Prisma's codes for a server that can't be reached, a pool or transaction that timed out, a dropped connection.
const outageCodes = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);
// PostgreSQL's own codes. By class: connection (08), resources such as disk, memory and connections (53), the system
// (58). Then: shutdown, crash, starting up; read-only, like a standby; a statement or a lock that took too long; a
// session that was ended because its transaction stayed open.
const outageStates = /^(?:08|53|58|57P|25006|25P03|25P04|57014|55P03)/;
// The socket's codes, and the messages of the driver and of Prisma's adapter for the same failures in the middle of a
// transaction.
const outageMarks =
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|Connection terminated|timeout exceeded when trying to connect|Can't reach database server|ConnectionClosed|SocketTimeout|Server has closed the connection|DatabaseNotReachable|is not queryable)\b/;

/**
 * True when the database could not be reached, went away, takes no writes or is full: the same request may succeed
 * later. Pass only errors of the database, because a supplier's ECONNREFUSED would match too.
 */
export function isDatabaseOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return outageStates.test(state);
  return causesOf(error).some((cause) => {
    const { code, message, name } = cause as Record<string, unknown>;
    if (name === "PrismaClientInitializationError" || outageCodes.has(String(code))) return true;
    return outageMarks.test(`${code} ${message}`);
  });
}

/** True when PostgreSQL rolled back a transaction because of a concurrent one (serialization failure, deadlock). */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(sqlState(error) ?? "");
}

/**
 * The pause lets the other transaction take what it waited for before the repetition asks for it, also on a busy
 * machine.
 */
const beforeRetryMs = 200;

/**
 * Repeats the work once when PostgreSQL rolled it back because of a concurrent transaction. The work must be one
 * transaction, so that nothing of the first try is left.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error)) throw error;
    logger.warn({ state: sqlState(error) }, "a transaction conflicted with another and is retried");
    await wait(beforeRetryMs);
    return work();
  }
}
