import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const conf = readFileSync("nginx.conf", "utf8");

it("the proxy's cache has no lock, because all pictures share one path, and so do all sign-ins", () => {
  // With a lock, nginx answers requests for a path that it may not cache one after the other, half a second apart.
  expect(conf).not.toMatch(/proxy_cache_lock/);
});

it("the proxy's access log holds no secret of a link: no query, no referrer, no order's path", () => {
  const servers = conf.split(/^server \{/m).slice(1);
  expect(servers.map((server) => server.match(/access_log .*;/g))).toEqual(
    servers.map(() => ["access_log /dev/stdout shop;"]),
  );
  const [format = ""] = /log_format shop [^;]*;/.exec(conf) ?? [];
  expect(format.match(/\$\w+/g)).toEqual([
    ...["$remote_addr", "$time_local", "$request_method", "$logged_path", "$status", "$body_bytes_sent"],
    ...["$http_user_agent", "$request_id", "$upstream_addr", "$upstream_status"],
  ]);
  expect(conf).toContain('map $uri $logged_path { "~^(/order|/api/orders)/" $1/-; default $uri; }');
});

it("the proxy's log goes to Docker, which limits it, and not into memory", () => {
  const servers = conf.split(/^server \{/m).slice(1);
  expect(servers.every((server) => server.includes("error_log /dev/stderr crit;"))).toBe(true);
  const compose = readFileSync("docker-compose.yml", "utf8");
  expect(/(?<=\n {2}proxy:.*?)\/var\/log\/nginx:size=\d+m/s.test(compose)).toBe(true);
});

it("the proxy's limits on slow senders and many requests hold for both ports, which share their connections", () => {
  const [before = "", ...servers] = conf.split(/^server \{/m);
  for (const limit of [
    "client_header_timeout 10s;",
    "client_body_timeout 15s;",
    "limit_conn networks 200;",
  ]) {
    expect(before).toContain(limit);
    expect(servers.join("")).not.toContain(limit.split(" ")[0]);
  }
});

it("the proxy takes visitors over IPv4 only, because Docker would relay all others from one address", () => {
  const compose = readFileSync("docker-compose.yml", "utf8");
  const [, ports = ""] = /(?<=\n {2}proxy:.*?)ports: \[(.*?)\]/s.exec(compose) ?? [];
  expect(ports.match(/0\.0\.0\.0:\d+\}/g)).toEqual(["0.0.0.0:80}", "0.0.0.0:443}"]);
});

it.each(["docker-compose.yml", "lib/ops/ha/compose.ha.yml"])(
  "the database of %s logs slow statements without their values",
  (file) => expect(readFileSync(file, "utf8")).toContain("-clog_parameter_max_length=0"),
);
