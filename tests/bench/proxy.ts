import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeCertificate } from "../support/certificate";
import { untilAnswering } from "./bare-next";
import { benchDataDir, benchPort, startBenchShop } from "./bench-shop";

/**
 * Public pages through the shipped proxy (nginx.conf): requests a second over TLS, as a ratio to those for a file as
 * large as the whole answer, which the same nginx serves. Needs Debian's `nginx-light`, `wrk`, `curl` and `openssl`.
 * `npx tsx tests/bench/proxy.ts --seconds 10`.
 */
const { values } = parseArgs({ options: { seconds: { type: "string", default: "10" } } });
const paths = ["/", "/instagram", "/tiktok/views"];
const target = 0.8;
const folder = resolve(benchDataDir, "proxy");
const port = benchPort + 85;
const origin = `https://127.0.0.1:${port}`;
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const shop = await startBenchShop();
const nginx = startNginx();
try {
  await untilAnswering(nginx, `${origin}/`);
  const rows: Record<string, object> = {};
  for (const path of paths) {
    const name = `${path.replaceAll("/", "-")}.file`;
    writeFileSync(`${folder}/files/${name}`, bytesOf(`${origin}${path}`));
    const page = () => rateOf(`${origin}${path}`);
    const file = () => rateOf(`${origin}/files/${name}`);
    // Alternately, so that other load affects both. The first round fills the cache.
    page();
    const rates = [page(), file(), page(), file()] as const;
    const [pages, files] = [rates[0] + rates[2], rates[1] + rates[3]];
    rows[path] = {
      "page, a second": Math.round(pages / 2),
      "nginx's file, a second": Math.round(files / 2),
      ratio: Number((pages / files).toFixed(2)),
      target: `at least ${target}`,
    };
  }
  console.table(rows);
} finally {
  nginx.kill("SIGTERM");
  await once(nginx, "exit");
  await shop.stop();
}
process.exit(0);

/** The composition's nginx.conf with this machine's addresses and folders, and a folder of files. */
function startNginx() {
  rmSync(folder, { recursive: true, force: true });
  for (const each of ["files", "pages", "static"]) mkdirSync(`${folder}/${each}`, { recursive: true });
  makeCertificate(`${folder}/tls`);
  const conf = readFileSync("nginx.conf", "utf8")
    .replaceAll("/var/cache/nginx/", `${folder}/`)
    .replaceAll("/etc/nginx/tls/", `${folder}/tls/`)
    .replace(/server \{\s+listen 80;[^}]*\}/, "")
    .replace(/resolver .*;/, "")
    .replaceAll(/(?:access|error)_log .*;/g, "")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("http://web:3000", shop.urls.shop)
    .replace("  location / {", `  location /files/ { alias ${folder}/files/; }\n  location / {`);
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 1024; }
http { sendfile on; access_log off; ${conf} }`,
  );
  return spawn("nginx", ["-c", `${folder}/nginx.conf`], { stdio: "inherit" });
}

/** The bytes that go over the wire: the compressed page, and its headers, which name each of its scripts. */
function bytesOf(url: string): Buffer {
  return execFileSync("curl", ["-si", "--insecure", "--header", "accept-encoding: gzip", url]);
}

function rateOf(url: string): number {
  const output = execFileSync(
    "wrk",
    ["-t", "1", "-c", "16", "-d", `${values.seconds}s`, "-H", "accept-encoding: gzip", url],
    { encoding: "utf8" },
  );
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(output);
  if (failed) throw new Error(`${url}: ${failed[0]}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}
