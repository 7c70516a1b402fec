import pg from "pg";
import { hostAddresses } from "@/lib/base/env/database-url";
import { logger } from "@/lib/base/logger";
import { second } from "@/lib/base/time/time";

export type Host = { host: string; port: number };

const probeTimeoutMs = 3 * second;

// The known primary of each DATABASE_URL with several hosts; concurrent searches are shared.
const known = new Map<string, Promise<Host>>();

/**
 * The host in a list that takes writes, remembered until `forgetPrimary`. If two do, because an old primary came back
 * after a standby was promoted, the one with the newer timeline. Rejects if none does.
 */
export function findPrimary(databaseUrl: string): Promise<Host> {
  const remembered = known.get(databaseUrl);
  if (remembered) return remembered;
  const search = askAll(databaseUrl);
  known.set(databaseUrl, search);
  search.catch(() => forgetPrimary(databaseUrl));
  return search;
}

/** Makes the next connection search for the primary again. */
export function forgetPrimary(databaseUrl: string): void {
  known.delete(databaseUrl);
}

async function askAll(databaseUrl: string): Promise<Host> {
  const answers = await Promise.all(hostAddresses(databaseUrl).map(ask));
  const [primary] = answers
    .filter((answer) => answer !== null)
    .sort((one, other) => other.timeline.localeCompare(one.timeline));
  if (!primary) throw new Error("Can't reach database server: no host of the list takes writes");
  const { host, port } = primary;
  logger.info({ host, port, timeline: primary.timeline }, "found the primary database");
  return { host, port };
}

/** A host that takes writes, with its timeline in hexadecimal; null for a standby and for one that does not answer. */
async function ask(address: string): Promise<(Host & { timeline: string }) | null> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      "SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline",
    );
    const timeline = rows[0]?.timeline;
    return timeline ? { host: client.host, port: client.port, timeline } : null;
  } catch {
    return null;
  } finally {
    // Not awaited: a silent host would not answer this either.
    client.end().catch(() => undefined);
  }
}
