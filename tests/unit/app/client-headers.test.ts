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
  for (const name of [
    "x-real-ip",
    "forwarded",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-middleware-subrequest",
  ])
    expect([name, seen()[name]]).toEqual([name, undefined]);
  expect(seen()["x-entry-key"]).not.toBe("guessed");
});

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

it("an action forwarded to another page of this process is refused, even with Next's own headers", async () => {
  const { send, seen, reached } = await start();
  await send("/auth");
  const ownHeaders = seen() as Record<string, string>;
  for (const headers of [{}, ownHeaders]) {
    const answer = await send("/admin", { ...headers, "x-action-forwarded": "1" }, "POST");
    expect(answer.status).toBe(409);
    expect(answer.headers["x-nextjs-action-not-found"]).toBe("1");
  }
  expect(reached()).toBe(1);
});

it("the country comes from the configured header of a trusted proxy, and never from a client", async () => {
  const countryOf = async (env: object, headers: Record<string, string>) => {
    const { send, seen } = await start(env);
    await send("/order/x", { "x-client-country": "AT", ...headers });
    return seen()["x-client-country"];
  };
  const trusted = { TRUSTED_PROXIES: "private", COUNTRY_HEADER: "cf-ipcountry" };
  expect(await countryOf(trusted, { "cf-ipcountry": "fr" })).toBe("FR");
  for (const unknown of ["XX", "T1", "", "France"]) {
    expect(await countryOf(trusted, { "cf-ipcountry": unknown })).toBeUndefined();
  }
  expect(await countryOf(trusted, {})).toBeUndefined();
  expect(await countryOf({ TRUSTED_PROXIES: "private" }, { "cf-ipcountry": "FR" })).toBeUndefined();
  expect(await countryOf({ COUNTRY_HEADER: "cf-ipcountry" }, { "cf-ipcountry": "FR" })).toBeUndefined();
});
