import { Prisma } from "./generated/client";

/** True for a broken unique key: somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return (
      error.code === "P2002" || (error.code === "P2010" && JSON.stringify(error.meta ?? {}).includes("23505"))
    );
  }
  return false;
}

// Prisma's codes for a server that can't be reached, a pool or transaction that timed out, a dropped connection.
const outageCodes = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);
// PostgreSQL's own: administrator shutdown, crash, starting up, too many connections; the socket's; and the words in
// which the driver and Prisma's adapter say the same, without a code, in the middle of a transaction.
const outageMarks =
  /\b(57P0[123]|53300|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|timeout exceeded when trying to connect|Can't reach database server|ConnectionClosed|Server has closed the connection|DatabaseNotReachable|is not queryable)\b/;

/** True when the database could not be reached or went away: the same request may succeed later. */
export function isDatabaseOutage(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ("code" in current && outageCodes.has(String(current.code))) return true;
    const code = "code" in current ? String(current.code) : "";
    if (outageMarks.test(`${code} ${current.message}`)) return true;
    if (current instanceof Prisma.PrismaClientInitializationError) return true;
  }
  return false;
}
