import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { getEnv } from "@/lib/env";
import { retryOnConflict } from "./errors";
import { type Prisma, PrismaClient } from "./generated/client";
import type { Limits } from "./guarded-client";
import { openPool } from "./open-pool";

/** A client that can open transactions. */
export type Database = PrismaClient;

/** A client or a transaction: what queries take, so that they compose in either. */
export type Db = PrismaClient | Prisma.TransactionClient;

export type Connection = { db: Database; pool: Pool; close(): Promise<void> };

/**
 * Opens a pool of guarded connections (guarded-client.ts) and a Prisma client on it. Sessions speak UTC. No request
 * and no job hangs: not on a lock, not on a connection that has gone silent. `close()` ends both.
 */
export function connect(url: string, poolSize: number, limits: Partial<Limits> = {}): Connection {
  const pool = openPool(url, poolSize, limits);
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementNames() });
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: 8_000, timeout: 15_000 } });
  // Only here, so that every transaction of the shop has it and no step around one is repeated with it.
  const begin = db.$transaction.bind(db) as (...work: unknown[]) => Promise<unknown>;
  Object.assign(db, { $transaction: (...work: unknown[]) => retryOnConflict(() => begin(...work)) });
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
