import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { getEnv } from "@/lib/env";
import { logger } from "@/lib/logger";
import { type Prisma, PrismaClient } from "./generated/client";

/** A client that can open transactions. */
export type Database = PrismaClient;

/** A client or a transaction: what queries take, so that they compose in either. */
export type Db = PrismaClient | Prisma.TransactionClient;

export type Connection = { db: Database; pool: Pool; close(): Promise<void> };

const statementTimeoutMs = 15_000;

/**
 * Opens a pool and a Prisma client on it. Sessions speak UTC and give up on a statement after 15 s, so that no
 * request and no job hangs on a lock for ever. `close()` ends both.
 */
export function connect(url: string, poolSize: number): Connection {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    options: "-c timezone=UTC",
  });
  // A dropped idle connection is replaced at the next query; without a listener it would end the process.
  pool.on("error", (error) => logger.warn({ code: errorCode(error) }, "a database connection was lost"));
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementNames() });
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: 8_000, timeout: 15_000 } });
  return {
    db,
    pool,
    close: async () => {
      await db.$disconnect();
      await pool.end();
    },
  };
}

// Statements whose text varies (lists of ids) must not fill the server's memory.
const maxPreparedStatements = 400;

/** Gives each statement text a name, under which a connection keeps it prepared: half of a short query's cost. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxPreparedStatements) return "";
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

// Next evaluates modules more than once in development; the process keeps one pool all the same.
const holder: { shopConnection?: Connection } = globalThis as { shopConnection?: Connection };

/** The process's own connection, opened at the first call. */
export function getConnection(): Connection {
  const env = getEnv();
  holder.shopConnection ??= connect(env.DATABASE_URL, env.DATABASE_POOL);
  return holder.shopConnection;
}

/** The process's own client. */
export function getDb(): Database {
  return getConnection().db;
}
