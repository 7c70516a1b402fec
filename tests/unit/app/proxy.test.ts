import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";

const conf = readFileSync("Caddyfile", "utf8");
const { services } = parse(readFileSync("docker-compose.yml", "utf8"));
const { proxy } = services;

/** The text of a block of the Caddyfile at its top, from its first line to its closing brace. */
function block(opening: string): string {
  const from = conf.indexOf(`\n${opening} {\n`);
  if (from < 0) throw new Error(`The Caddyfile has no block ${opening}`);
  return conf.slice(from + 1, conf.indexOf("\n}\n", from));
}

it("the proxy's log holds no secret of a link: no query, no token in a path, no header", () => {
  const [, pattern = "", replacement = ""] = /request>uri regexp "(.*)" (\S+)/.exec(conf) ?? [];
  // Caddy's expressions are Go's, of which these are a part.
  const logged = (uri: string) => uri.replace(new RegExp(pattern, "g"), replacement);
  const token = "Q3nT0kenOfAnOrderWith160Bits";
  expect(logged(`/order/${token}`)).toBe("/order/-");
  expect(logged(`/api/orders/${token}/events?from=3`)).toBe("/api/orders/-/events-");
  expect(logged(`/%6frder/${token.replace("T", "%54")}`)).toBe("/%6frder/-");
  expect(logged("/auth/reset?token=short&email=a@b.c")).toBe("/auth/reset-");
  expect(logged("/api/functions/create-order")).toBe("/api/functions/create-order");
  expect(conf).toContain("request>headers delete");
  expect(conf).toContain("resp_headers delete");
  // One format for all lines; a block of its own could have another.
  expect(conf.match(/^\tlog.*$/gm)).toEqual(["\tlog {", "\tlog"]);
});

it("the proxy ends slow senders, and never an answer, which may be a live page", () => {
  const [, timeouts = ""] = /timeouts \{(.*?)\}/s.exec(conf) ?? [];
  expect(timeouts.trim().split(/\s*\n\s*/)).toEqual(["read_header 10s", "read_body 30s", "idle 1m"]);
  // With a buffer for bodies, Caddy answers 200 to a sender whose body never came whole.
  expect(conf).not.toContain("request_buffers");
});

it("the proxy redirects to the shop's own name only, never to the one that was asked for", () => {
  const targets = [...conf.matchAll(/redir (.*)/g)].map(([, target]) => target);
  expect(targets).toEqual(Array(3).fill("{$SHOP_ORIGIN}{uri} 308"));
  expect(conf).toContain("auto_https disable_redirects");
});

it.each(["https://", "http://", "{$PROXY_REDIRECTS}"])("the proxy redirects requests at %s", (addresses) => {
  expect(block(addresses)).toContain("redir");
});

it("the proxy never resends a request that a web server may have seen; a POST has its own connection", () => {
  expect(block("(web)")).toContain("keepalive {args[0]}");
  expect(block("(shop)")).toMatch(/@read method GET HEAD\n\thandle @read \{[^}]*import web 30s\n/);
  expect(block("(shop)")).toMatch(/\n\thandle \{[^}]*import web off\n/);
  // Without it, Caddy repeats each GET that breaks its connection, for as long as it tries.
  expect(block("(web)")).toMatch(/lb_retry_match \{\s+not path \*\s+\}/);
});

it("the composition gives the proxy each variable that its file names, and not one secret of the shop", () => {
  const named = new Set([...conf.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name));
  const given = Object.keys(proxy.environment).filter((name) => !name.startsWith("XDG_"));
  expect([...named].sort()).toEqual(given.sort());
  expect(proxy.env_file).toBeUndefined();
  // An empty one would change the meaning of a line of the file.
  const withDefault = expect.stringMatching(/^\$\{\w+:-.+\}$/);
  expect(proxy.environment).toMatchObject({ PROXY_REDIRECTS: withDefault, PROXY_TRUSTS: withDefault });
});

it("the proxy takes visitors over IPv4 only, because Docker would relay all others from one address", () => {
  expect(proxy.ports).toEqual([
    `\${HTTP_PORT:-0.0.0.0:80}:80`,
    `\${HTTPS_PORT:-0.0.0.0:443}:443`,
    `\${HTTPS_PORT:-0.0.0.0:443}:443/udp`,
  ]);
});

it("the try shop listens on loopback only", () => {
  const settings = readFileSync("lib/local/compose.try.env", "utf8");
  expect(settings).toMatch(/^HTTP_PORT=127\.0\.0\.1:80$/m);
  expect(settings).toMatch(/^HTTPS_PORT=127\.0\.0\.1:443$/m);
  const added = parse(readFileSync("lib/local/compose.try.yml", "utf8")).services;
  const ports = Object.values<{ ports?: string[] }>(added).flatMap((service) => service.ports ?? []);
  expect(ports).toEqual(Array(4).fill(expect.stringMatching(/^127\.0\.0\.1:/)));
});

it("a certificate's key is in no commit and in no image", () => {
  expect(readFileSync(".gitignore", "utf8")).toMatch(/^\/tls\/$/m);
  expect(readFileSync(".dockerignore", "utf8")).toMatch(/^tls$/m);
});

it.each(["docker-compose.yml", "lib/operator/ha/compose.ha.yml"])(
  "the database of %s logs slow statements without their values",
  (file) => expect(readFileSync(file, "utf8")).toContain("-clog_parameter_max_length=0"),
);
