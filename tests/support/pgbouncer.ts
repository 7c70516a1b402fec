import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./postgres-setup";

/** True where PgBouncer is installed (Debian's package `pgbouncer`). */
export function hasPgbouncer(): boolean {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export type Pgbouncer = { host: string; close(): Promise<void> };

/** Starts PgBouncer before a server on this machine, with the composition's configuration. */
export async function startPgbouncer(databasePort: number): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), "groundswell-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const changes = {
    "host=database port=5432": `host=127.0.0.1 port=${databasePort} user=postgres`,
    "listen_addr = 0.0.0.0": "listen_addr = 127.0.0.1",
    "listen_port = 6432": `listen_port = ${port}`,
    // The tests' servers ask for no password.
    "auth_type = scram-sha-256": "auth_type = any",
    "auth_file = /tmp/userlist.txt": "",
  };
  let text = readFileSync("lib/operator/ha/pgbouncer.ini", "utf8");
  for (const [line, change] of Object.entries(changes)) {
    if (!text.includes(line)) throw new Error(`pgbouncer.ini has no ${line}`);
    text = text.replace(line, change);
  }
  writeFileSync(file, text);
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn("pgbouncer", ["-q", ...account, file], { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  return {
    host: `127.0.0.1:${port}`,
    async close() {
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
