import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "./postgres-setup";

/** True where Exim is installed (Debian's package `exim4-daemon-light`), and may be run as root, which it requires. */
export function hasExim(): boolean {
  const isThere = spawnSync("exim4", ["-bV"], { stdio: "ignore" }).status === 0;
  return isThere && process.getuid?.() === 0;
}

// The name before the @ says what Exim answers to the recipient; `content` is refused after the text.
const configuration = (folder: string) => `
primary_hostname = mail.example
keep_environment =
spool_directory = ${folder}
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
host_lookup =
rfc1413_query_timeout = 0s
queue_only
tls_advertise_hosts =
domainlist local_domains = *
acl_smtp_rcpt = recipient
acl_smtp_data = content
begin acl
recipient:
  defer local_parts = later
        message = 451 4.7.1 Please try again later
  defer local_parts = full
        message = 452 4.2.2 Mailbox full
  deny  local_parts = gone
        message = 550 5.1.1 Unknown mailbox
  accept
content:
  deny  condition = \${if match{$recipients}{^content@}}
        message = 554 5.7.1 Content refused
  accept
begin authenticators
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = <| Username: | Password:
  server_condition = \${if eq{$auth2}{right}}
  server_advertise_condition = yes
`;

/** Starts Exim on a free port of this machine, with a configuration and a queue of its own. */
export async function startExim() {
  const folder = mkdtempSync(join(tmpdir(), "groundswell-exim-"));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const file = join(folder, "exim.conf");
  writeFileSync(file, configuration(folder), { mode: 0o644 });
  const child = spawn("exim4", ["-C", file, "-bdf", "-oX", `127.0.0.1.${port}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  await vi.waitFor(
    async () => {
      const socket = connect(port, "127.0.0.1");
      try {
        await once(socket, "connect");
      } finally {
        socket.destroy();
      }
    },
    { timeout: 30_000, interval: 100 },
  );
  return {
    host: `127.0.0.1:${port}`,
    async close() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
