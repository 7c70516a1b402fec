import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, QueryResult, QueryResultRow } from "pg";
import { getEnv } from "@/lib/base/env/env";
import { processWide } from "@/lib/base/process-wide";
import { retryOnConflict } from "./errors";
import { type Prisma, PrismaClient } from "./generated/client";
import { byPooler, type SessionLimits } from "./guarded-client";
import { openPool } from "./open-pool";

/** A client that can open transactions. */
export type Database = PrismaClient;

export type Tx = Prisma.TransactionClient;

/** A client or a transaction, so that queries work in either. */
export type Db = PrismaClient | Tx;

export type Connection = { db: Database; pool: Pool; close(): Promise<void> };

/**
 * Opens a pool of guarded connections (guarded-client.ts) and a Prisma client on it. Sessions use UTC. Neither a lock
 * nor a silent connection can block a request or a job forever. Behind PgBouncer (`byPooler`) no statement stays
 * prepared, because the next one may run in another session. `close()` ends both.
 */
export function connect(url: string, poolSize: number, limits: SessionLimits = {}): Connection {
  const pool = openPool(url, poolSize, limits);
  const nameOf = limits === byPooler ? () => "" : statementNames();
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf });
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: 8_000, timeout: 15_000 } });
  // Transactions are retried here, so that no step outside a transaction is repeated.
  const begin = db.$transaction.bind(db) as (...work: unknown[]) => Promise<unknown>;
  Object.assign(db, { $transaction: (...work: unknown[]) => retryOnConflict(() => begin(...work)) });
  direct.set(db, (sql) =>
    pool.query({ name: nameOf({ sql: sql.text }), text: sql.text, values: sql.values }),
  );
  return {
    db,
    pool,
    close: async () => {
      await db.$disconnect();
      await pool.end();
    },
  };
}

const direct = new WeakMap<Database, (sql: Prisma.Sql) => Promise<QueryResult>>();

/**
 * Runs one statement outside of transactions without Prisma, which would take three quarters of its processor time
 * here. For statements that buyers wait for; columns have pg's types, so they are JSON, text or small numbers.
 */
export function queryDirectly<Row extends QueryResultRow>(
  db: Database,
  sql: Prisma.Sql,
): Promise<QueryResult<Row>> {
  const query = direct.get(db);
  if (!query) throw new TypeError("not a client that connect() has opened");
  return query(sql);
}

// Limits the server's memory for statements whose text varies.
const maxPreparedStatements = 400;

/** Names each statement, so that connections keep it prepared. That halves the cost of a short query. */
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

/** The process's own connection, through PgBouncer if there is one; opened at the first call. */
export function getConnection(): Connection {
  const { DATABASE_URL: direct, DATABASE_POOLER_URL: pooler, DATABASE_POOL: size } = getEnv();
  return processWide("connection", () => (pooler ? connect(pooler, size, byPooler) : connect(direct, size)));
}

/** The process's own client. */
export function getDb(): Database {
  return getConnection().db;
}
