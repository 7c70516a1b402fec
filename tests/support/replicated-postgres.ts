import { execFileSync } from "node:child_process";
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, vi } from "vitest";
import { type LocalPostgres, openPostgres } from "@/lib/local/postgres";
import { freePort } from "./postgres-setup";

// `expect.poll` is not allowed in hooks.
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 120_000, interval: 100 });

export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>;

type ReplicationOptions = {
  /** A folder for both data folders; emptied first and removed by `close`. */
  dataDir: string;
  /** Synchronous: the primary acknowledges a commit only after the standby has it. */
  isSynchronous: boolean;
  /** Fills the primary before the standby is copied from it. */
  prepare?: (primary: LocalPostgres) => Promise<void>;
};

/**
 * A primary and a streaming standby. The package's binaries have no pg_basebackup, so the data folder is copied between
 * pg_backup_start and pg_backup_stop. Resolves when the standby streams.
 */
export async function startReplicatedPostgres(options: ReplicationOptions) {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const settings = { fsync: "off", full_page_writes: "off" };
  const open = (name: string, port: number) =>
    openPostgres({ dataDir: join(options.dataDir, name, "data"), port, settings, wipe: true });
  const servers: LocalPostgres[] = [];
  const close = async () => {
    for (const server of servers) {
      // A killed server has nothing to stop.
      await server.stop("immediate").catch(() => undefined);
      rmSync(server.dataDir, { recursive: true, force: true });
    }
    rmSync(options.dataDir, { recursive: true, force: true });
  };
  try {
    const primary = await open("primary", primaryPort);
    servers.push(primary);
    await options.prepare?.(primary);
    // Started once to create the folder with its owner; the copy replaces its data.
    const standby = await open("standby", standbyPort);
    servers.push(standby);
    await standby.stop("immediate");
    await copyData(primary, standby, primaryPort);
    await standby.start();
    await untilStreaming(primary, options.isSynchronous);
    return { ...replication(primary, standby), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilStreaming(primary: LocalPostgres, isSynchronous: boolean): Promise<void> {
  if (isSynchronous) {
    await query(primary, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await query(primary, "SELECT pg_reload_conf()");
  }
  const wanted = isSynchronous ? "sync" : "async";
  const streams = () =>
    query(primary, "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'");
  await soon(async () => expect(await streams()).toEqual([{ sync_state: wanted }]));
}

function replication(primary: LocalPostgres, standby: LocalPostgres) {
  const hosts = [primary, standby].map((server) => new URL(server.url("postgres")).host);
  return {
    primary,
    standby,
    /** One address with both hosts, as DATABASE_URL takes it. */
    url: (database: string) =>
      `postgresql://postgres@${hosts.join(",")}/${database}?target_session_attrs=read-write`,
    /** Ends the primary as a power cut does (kill -9). */
    killPrimary() {
      process.kill(
        Number(readFileSync(join(primary.dataDir, "postmaster.pid"), "utf8").split("\n")[0]),
        "SIGKILL",
      );
    },
    /** Makes the standby the primary; resolves when it takes writes. */
    async promote() {
      await query(standby, "SELECT pg_promote(true, 30)");
    },
    /** Stops the stream: what the primary commits from now on never reaches the standby. */
    async cutReplication() {
      await query(standby, "ALTER SYSTEM SET primary_conninfo = ''");
      await query(standby, "SELECT pg_reload_conf()");
      await soon(async () => expect(await query(primary, "SELECT pid FROM pg_stat_replication")).toEqual([]));
    },
  };
}

async function copyData(primary: LocalPostgres, standby: LocalPostgres, primaryPort: number): Promise<void> {
  rmSync(standby.dataDir, { recursive: true, force: true });
  const client = await openAdmin(primary);
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    // `cp -a` keeps the account that PostgreSQL runs under. Files may go while it copies, which the backup allows for.
    execFileSync("cp", ["-a", primary.dataDir, standby.dataDir], { stdio: ["ignore", "ignore", "ignore"] });
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    writeOwned(standby, "backup_label", rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  for (const name of ["postmaster.pid", "postmaster.opts"])
    rmSync(join(standby.dataDir, name), { force: true });
  writeOwned(standby, "standby.signal", "");
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby`;
  writeFileSync(join(standby.dataDir, "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`, {
    flag: "a",
  });
}

/** Writes a file into the data folder with the folder's owner. */
function writeOwned({ dataDir }: LocalPostgres, name: string, content: string): void {
  const { uid, gid } = statSync(dataDir);
  writeFileSync(join(dataDir, name), content);
  chownSync(join(dataDir, name), uid, gid);
}

/** One query outside of the shop's pools. */
async function query(server: LocalPostgres, sql: string): Promise<unknown[]> {
  const client = await openAdmin(server);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function openAdmin(server: LocalPostgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  return client;
}
