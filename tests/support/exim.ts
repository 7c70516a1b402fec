import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { MailTransport } from "@/lib/mail/transport/mail-transport";
import { listen } from "./listen";
import { freePort } from "./postgres-setup";

type Certificate = { certificate: string; key: string };

const encryption = ({ certificate, key }: Certificate) => `tls_advertise_hosts = *
tls_certificate = ${certificate}
tls_privatekey = ${key}`;

// The name before the @ says what Exim answers to the recipient; `content` and `stuffed` are refused after the text.
// `grey` is refused until Exim has refused it once.
const configuration = (folder: string, tls: Certificate | undefined) => `
primary_hostname = mail.example
keep_environment =
spool_directory = ${folder}
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
host_lookup =
rfc1413_query_timeout = 0s
queue_only
${tls ? encryption(tls) : "tls_advertise_hosts ="}
domainlist local_domains = *
acl_smtp_rcpt = recipient
acl_smtp_data = content
begin acl
recipient:
  defer local_parts = later
        message = 451 4.7.1 Please try again later
  accept local_parts = grey
         condition = \${if exists{${folder}/greylisted}}
  defer local_parts = grey
        condition = \${run{/usr/bin/touch ${folder}/greylisted}{yes}{yes}}
        message = 451 4.7.1 Greylisted, please try again in five minutes
  defer local_parts = full
        message = 452 4.2.2 Mailbox full
  deny  local_parts = quota
        message = 552 5.2.2 Mailbox is over its quota
  deny  local_parts = policy
        message = 550 5.7.1 Refused by our policy
  deny  local_parts = gone
        message = 550 5.1.1 Unknown mailbox
  accept
content:
  deny  condition = \${if match{$recipients}{^content@}}
        message = 554 5.7.1 Content refused
  deny  condition = \${if match{$recipients}{^stuffed@}}
        message = 552 5.2.2 Mailbox is over its quota
  accept
begin authenticators
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = <| Username: | Password:
  server_condition = \${if eq{$auth2}{right}}
  server_advertise_condition = yes
`;

/**
 * Starts Exim on a free port of this machine, with a configuration and a queue of its own; with a certificate, it offers
 * STARTTLS.
 */
export async function startExim(tls?: Certificate) {
  const folder = mkdtempSync(join(tmpdir(), "groundswell-exim-"));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const file = join(folder, "exim.conf");
  writeFileSync(file, configuration(folder, tls), { mode: 0o644 });
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
    port,
    host: `127.0.0.1:${port}`,
    /** The Message-ID of each mail to a recipient that Exim has taken and not refused. */
    arrived: (recipient: string): string[] => {
      const queue = join(folder, "input");
      const names = existsSync(queue) ? readdirSync(queue).filter((name) => name.endsWith("-H")) : [];
      return names
        .map((name) => readFileSync(join(queue, name), "utf8"))
        .filter((header) => header.includes(`\n${recipient}\n`))
        .map((header) => /Message-ID: (<[^>]+>)/.exec(header)?.[1] ?? "");
    },
    async close() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A way to an SMTP server on which the first answer to a whole mail is lost: the server has taken the mail, and the
 * client's connection ends.
 */
export async function loseFirstAnswer(port: number) {
  let isLost = false;
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    let isWhole = false;
    client.on("data", (bytes) => {
      isWhole ||= bytes.toString().endsWith("\r\n.\r\n");
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (isWhole && !isLost) {
        isLost = true;
        client.destroy();
      } else client.write(bytes);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => undefined);
      one.on("close", () => other.destroy());
    }
  });
  return { host: `127.0.0.1:${await listen(server)}`, close: () => server.close() };
}

/** An authority of this machine, and servers' certificates: a right one, and each kind that a client must refuse. */
export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), "groundswell-certificates-"));
  chmodSync(folder, 0o755);
  const pem = (name: string) => join(folder, `${name}.pem`);
  const key = (name: string) => join(folder, `${name}.key`);
  const request = (name: string, ...more: string[]) => {
    const args = `req -x509 -newkey rsa:2048 -nodes -subj /CN=${name} -out ${pem(name)} -keyout ${key(name)}`;
    execFileSync("openssl", [...args.split(" "), ...more], { stdio: "ignore" });
    chmodSync(key(name), 0o644);
  };
  const sign = (name: string, host: string, days: number) => {
    request(name);
    const names = join(folder, `${name}.names`);
    writeFileSync(names, `subjectAltName=DNS:${host}`);
    const args = `x509 -in ${pem(name)} -signkey ${key(name)} -x509toreq -out ${join(folder, name)}`;
    execFileSync("openssl", args.split(" "), { stdio: "ignore" });
    const signing = `x509 -req -in ${join(folder, name)} -CA ${pem("authority")} -CAkey ${key("authority")}`;
    const ends = ["-days", String(days), "-extfile", names, "-out", pem(name)];
    execFileSync("openssl", [...signing.split(" "), ...ends], { stdio: "ignore" });
  };
  request("authority");
  request("unknown", "-addext", "subjectAltName=DNS:localhost");
  sign("right", "localhost", 2);
  sign("expired", "localhost", -1);
  sign("misnamed", "mail.example", 2);
  return {
    authority: pem("authority"),
    of: (name: "right" | "expired" | "misnamed" | "unknown") => ({ certificate: pem(name), key: key(name) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The shop's SMTP transport in a process that trusts an authority, which Node reads only at its start. */
export function openTrustingSmtp(url: string, authority: string): MailTransport {
  return {
    send: (mail) =>
      new Promise((resolve, reject) => {
        const child = execFile(
          process.execPath,
          ["--import", "tsx", "tests/support/smtp-process.ts", url],
          { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } },
          (error, answer) => (error ? reject(error) : resolve(JSON.parse(answer))),
        );
        child.stdin?.end(JSON.stringify(mail));
      }),
  };
}
