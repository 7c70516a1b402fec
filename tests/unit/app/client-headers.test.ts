import type { IncomingHttpHeaders } from "node:http";
import { expect, it } from "vitest";
import { startEntry } from "../../support/entry-server";

const lies = {
  host: "evil.example",
  "x-client-address": "203.0.113.1",
  "x-real-ip": "203.0.113.1",
  forwarded: "for=203.0.113.1",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "gopher",
  "x-forwarded-port": "1",
  "x-middleware-subrequest": "middleware",
  "x-entry-key": "guessed",
  "accept-encoding": "br;q=1, GZIP;q=0.9",
};

async function start(env: object = {}) {
  let seen: IncomingHttpHeaders = {};
  const entry = await startEntry(
    (request, response) => {
      seen = request.headers;
      response.end();
    },
    { env },
  );
  return { ...entry, seen: () => seen };
}

it("headers in which a client names addresses or proxies are replaced before a route reads them", async () => {
  const { send, seen } = await start({ APP_MODE: "live", SHOP_ORIGIN: "https://shop.example" });
  await send("/order/x", { ...lies, "x-forwarded-for": "203.0.113.1" });
  expect(seen()).toMatchObject({
    host: "shop.example",
    "x-client-address": "127.0.0.1",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "https",
    "accept-encoding": "gzip",
  });
  expect(seen()["x-entry-key"]).not.toBe("guessed");
});

it.each(["x-real-ip", "forwarded", "x-forwarded-host", "x-forwarded-port", "x-middleware-subrequest"])(
  "a client's %s reaches no route",
  async (name) => {
    const { send, seen } = await start({ APP_MODE: "live", SHOP_ORIGIN: "https://shop.example" });
    await send("/order/x", lies);
    expect(seen()[name]).toBeUndefined();
  },
);

it.each([
  ["no proxy", "", "198.51.100.7", "127.0.0.1"],
  ["one hop", "private", "198.51.100.7", "198.51.100.7"],
  ["two hops", "private, 203.0.113.0/24", "198.51.100.7, 203.0.113.9", "198.51.100.7"],
  ["a CDN before a proxy", "private,cloudflare", "2001:db8::7, 172.70.1.2, 10.0.0.1", "2001:db8::7"],
  ["a CDN over IPv6", "private,fastly", "198.51.100.7, 2a04:4e42::5", "198.51.100.7"],
  ["what the visitor wrote before", "private", "10.0.0.9, 203.0.113.1, 198.51.100.7", "198.51.100.7"],
  ["a visitor who claims to be a proxy", "private", "203.0.113.1, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
  ["a visitor past the CDN", "private,cloudflare", "203.0.113.1, 198.51.100.7", "198.51.100.7"],
  ["an unreadable entry", "private", "198.51.100.7, unknown, 10.0.0.1", "10.0.0.1"],
  ["numbers that are no address", "private", "198.51.100.7, 1", "127.0.0.1"],
  ["a port", "private", "198.51.100.7:50123", "198.51.100.7"],
  ["brackets and a port", "private", "[2001:db8::7]:50123", "2001:db8::7"],
  ["IPv4 written as IPv6", "private", "::ffff:198.51.100.7", "198.51.100.7"],
  ["only trusted addresses", "private", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["no header", "private", "", "127.0.0.1"],
])("the visitor's address is read from the right, with %s", async (_, proxies, forwarded, expected) => {
  const { send, seen } = await start({ TRUSTED_PROXIES: proxies });
  await send("/order/x", { ...lies, "x-forwarded-for": forwarded });
  expect(seen()["x-client-address"]).toBe(expected);
});

it("a request's id counts only from a trusted proxy", async () => {
  const trusted = await start({ TRUSTED_PROXIES: "private" });
  await trusted.send("/order/x", { "x-request-id": "given-by-proxy" });
  expect(trusted.seen()["x-request-id"]).toBe("given-by-proxy");
  const direct = await start();
  await direct.send("/order/x", { "x-request-id": "given-by-proxy" });
  expect(direct.seen()["x-request-id"]).toBeUndefined();
});

it("a request that Next sends to this process with a visitor's headers keeps the visitor's address", async () => {
  const { send, seen } = await start({ TRUSTED_PROXIES: "private" });
  await send("/auth", { "x-forwarded-for": "198.51.100.7, 10.0.0.1" });
  await send("/dashboard", seen() as Record<string, string>);
  expect(seen()["x-client-address"]).toBe("198.51.100.7");
});

it.each(["without", "with"])(
  "an action forwarded to another page of this process is refused, %s Next's own headers",
  async (how) => {
    const { send, seen, reached } = await start();
    await send("/auth");
    const headers = how === "with" ? (seen() as Record<string, string>) : {};
    const answer = await send("/admin", { ...headers, "x-action-forwarded": "1" }, "POST");
    expect(answer.status).toBe(409);
    expect(answer.headers["x-nextjs-action-not-found"]).toBe("1");
    expect(reached()).toBe(1);
  },
);

const proxy = { TRUSTED_PROXIES: "private" };
const header = { COUNTRY_HEADER: "cf-ipcountry" };

it.each<[string, object, Record<string, string>, string | undefined]>([
  ["is the trusted proxy's, in capitals", { ...proxy, ...header }, { "cf-ipcountry": "fr" }, "FR"],
  [
    "is unknown where the proxy does not know it",
    { ...proxy, ...header },
    { "cf-ipcountry": "XX" },
    undefined,
  ],
  ["is unknown for Tor", { ...proxy, ...header }, { "cf-ipcountry": "T1" }, undefined],
  ["is unknown when its header is empty", { ...proxy, ...header }, { "cf-ipcountry": "" }, undefined],
  ["is unknown when its header has a name", { ...proxy, ...header }, { "cf-ipcountry": "France" }, undefined],
  ["is never the client's own", { ...proxy, ...header }, {}, undefined],
  ["needs a configured header", proxy, { "cf-ipcountry": "FR" }, undefined],
  ["needs a trusted proxy", header, { "cf-ipcountry": "FR" }, undefined],
])("the country %s", async (_, env, headers, country) => {
  const { send, seen } = await start(env);
  await send("/order/x", { "x-client-country": "AT", ...headers });
  expect(seen()["x-client-country"]).toBe(country);
});
