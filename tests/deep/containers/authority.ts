import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type PeerCertificate } from "node:tls";
import { parseEnv } from "node:util";
import { Agent, fetch } from "undici";

/** The proxy's ports on this machine, and the one on which the authority shows its root certificate. */
export type Edge = { http: number; https: number; authority: number };

/** How long a certificate is valid. Caddy renews it when about a third is left. */
const validSeconds = 180;

/** Puts the authority's settings and its own certificate into a folder, and the proxy's options that name it. */
export function addAuthority(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const args = [
    ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -addext".split(" "),
    ...["subjectAltName=DNS:authority,DNS:localhost", "-out", join(folder, "authority.pem")],
    ...["-keyout", join(folder, "authority.key")],
  ];
  execFileSync("openssl", args, { stdio: "ignore" });
  const pebble = {
    listenAddress: "0.0.0.0:14000",
    managementListenAddress: "0.0.0.0:15000",
    certificate: "/authority/authority.pem",
    privateKey: "/authority/authority.key",
    httpPort: 80,
    tlsPort: 443,
    profiles: { default: { description: "short", validityPeriod: validSeconds } },
  };
  writeFileSync(join(folder, "pebble.json"), JSON.stringify({ pebble }));
  const options = [
    "acme_ca https://authority:14000/dir",
    "acme_ca_root /authority/authority.pem",
    "renew_interval 2s",
  ];
  writeFileSync(join(folder, "options.caddy"), `${options.join("\n")}\n`);
}

/** Writes a file of settings: those of another file, some of them replaced. */
export function writeSettings(file: string, base: string, changes: Record<string, string | number>): void {
  const settings = { ...parseEnv(readFileSync(base, "utf8")), ...changes };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(""));
}

/** A client that trusts only the authority, and for which every name leads to the proxy. */
export async function agentOf({ authority, https }: Edge): Promise<Agent> {
  const insecure = new Agent({ connect: { rejectUnauthorized: false } });
  const answer = await fetch(`https://127.0.0.1:${authority}/roots/0`, { dispatcher: insecure });
  const ca = await answer.text();
  await insecure.close();
  return new Agent({
    connect: (options, callback) => {
      const socket = connect({
        host: "127.0.0.1",
        port: https,
        ca,
        servername: options.servername ?? options.hostname,
        ALPNProtocols: ["http/1.1"],
      });
      socket.once("secureConnect", () => callback(null, socket));
      socket.once("error", (error) => callback(error, null));
    },
  });
}

/** The certificate that the proxy shows for a name. */
export function certificateOf({ https }: Edge, servername: string): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: https, servername, rejectUnauthorized: false });
    socket.once("secureConnect", () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
