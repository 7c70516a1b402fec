import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { untilAnswering } from "./bare-next";
import { benchDataDir, benchPort, startBenchShop } from "./bench-shop";

/**
 * Public pages through the shipped proxy (Caddyfile): requests a second over TLS, beside those of the web server alone.
 * Needs `wrk` and Caddy of the version that docker-compose.yml names, at CADDY_PATH where `caddy` is older.
 * `npx tsx tests/bench/proxy.ts --seconds 10`.
 */
const { values } = parseArgs({ options: { seconds: { type: "string", default: "10" } } });
const paths = ["/", "/instagram", "/tiktok/views"];
const folder = resolve(benchDataDir, "proxy");
const ports = { https: benchPort + 85, http: benchPort + 86, admin: benchPort + 87 };
const origin = `https://localhost:${ports.https}`;
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const shop = await startBenchShop();
const caddy = startCaddy();
try {
  await untilAnswering(caddy, `${origin}/`);
  const rows: Record<string, object> = {};
  for (const path of paths) {
    const proxied = () => rateOf(`${origin}${path}`);
    const alone = () => rateOf(`${shop.urls.shop}${path}`);
    // Alternately, so that other load affects both. The first round warms both.
    proxied();
    const rates = [proxied(), alone(), proxied(), alone()] as const;
    const [through, direct] = [rates[0] + rates[2], rates[1] + rates[3]];
    rows[path] = {
      "through Caddy, a second": Math.round(through / 2),
      "web server alone, a second": Math.round(direct / 2),
      ratio: Number((through / direct).toFixed(2)),
    };
  }
  console.table(rows);
} finally {
  caddy.kill("SIGTERM");
  await once(caddy, "exit");
  await shop.stop();
}
process.exit(0);

/** The composition's Caddyfile with this machine's addresses and folders, and one web server. */
function startCaddy() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = [
    ...[`http_port ${ports.http}`, `https_port ${ports.https}`, `admin localhost:${ports.admin}`],
    ...["skip_install_trust", `storage file_system ${folder}/certificates`],
  ];
  const conf = readFileSync("Caddyfile", "utf8")
    .replaceAll("web-1:3000 web-2:3000", new URL(shop.urls.shop).host)
    .replace("{$PROXY_OPTIONS}", options.join("\n\t"))
    .replace("output stdout", "output discard");
  writeFileSync(`${folder}/Caddyfile`, conf);
  const args = ["run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"];
  return spawn(process.env.CADDY_PATH ?? "caddy", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      SHOP_ORIGIN: origin,
      PROXY_TLS: "tls internal",
      PROXY_REDIRECTS: "www.localhost",
      PROXY_TRUSTS: "255.255.255.255/32",
    },
  });
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
