import { describe, expect, it } from "vitest";
import { useDatabase } from "../../support/database";
import { useHandlers } from "../../support/handlers";
import { origin } from "../../support/shop";
import { useSocial } from "../../support/social";

const { database } = useDatabase();
const social = useSocial(database);
const handlers = useHandlers(database, social);

const refusal = (status: number, code: string) => ({ status, json: { error: { code } } });

describe("every handler", () => {
  const handler = "instagram-profile-lookup";
  const good = { username: "demo_many" };

  it.each(["nothing-here", "__proto__", "constructor", "toString", ""])(
    "answers 404 under the name %j",
    async (name) => {
      expect(await handlers.call(name, good)).toMatchObject(refusal(404, "not_found"));
    },
  );

  it.each(["GET", "PUT", "PATCH", "DELETE"] as const)("is 405 for %s", async (method) => {
    const response = await handlers.route[method]();
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    expect(await response.json()).toMatchObject({ error: { code: "method_not_allowed" } });
  });

  it.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonp", 415],
    ["", 415],
    ["application/json; charset=utf-8", 200],
    ["Application/JSON", 200],
  ])("answers a body of type %j with %i", async (type, status) => {
    expect((await handlers.call(handler, good, { "content-type": type })).status).toBe(status);
  });

  it.each(["", "{", "null", "[]", '"wave"', "{'username':'wave'}"])(
    "answers 400 for the body %j",
    async (body) => {
      expect(await handlers.send(handler, { body })).toMatchObject(refusal(400, "invalid_input"));
    },
  );

  it.each(["demo\0_many", "demo_many\ud83d", "\0", "\udca9"])(
    "answers %j without an error of its own",
    async (username) => {
      const { status } = await handlers.call(handler, { username });
      expect([200, 400]).toContain(status);
    },
  );

  it("answers 400 for bytes that are not UTF-8", async () => {
    const body = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);
    expect((await handlers.send(handler, { body })).status).toBe(400);
  });

  it("allows each network ten requests at once and tells the next one to wait; an answer frees its place", async () => {
    const network = (address: string) => ({ "x-client-address": address });
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
    const sendSlowly = (address: string) => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) });
      return handlers.send(handler, { body, headers: network(address) });
    };
    const inFlight = Array.from({ length: 10 }, () => sendSlowly("192.0.2.1"));
    const eleventh = await handlers.call(handler, good, network("192.0.2.1"));
    expect(eleventh).toMatchObject(refusal(429, "rate_limited"));
    expect(Number(eleventh.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await handlers.call(handler, good, network("192.0.2.2"))).status).toBe(200);
    for (const body of bodies) body.close();
    // Each request ended without a body.
    expect((await Promise.all(inFlight)).map((answer) => answer.status)).toEqual(Array(10).fill(400));
    expect((await handlers.call(handler, good, network("192.0.2.1"))).status).toBe(200);
  });

  it("answers 413 above 256 KB, also when the length is not announced", async () => {
    const large = JSON.stringify({ username: "demo_many", filling: "x".repeat(256 * 1_024) });
    expect((await handlers.send(handler, { body: large })).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(64 * 1_024));
      },
    });
    expect((await handlers.send(handler, { body: endless })).status).toBe(413);
    expect(sent).toBeLessThan(10);
  });

  it.each([
    ["http://127.0.0.1:3000", 200],
    ["http://localhost:3000", 200],
    ["http://127.0.0.1:3001", 403],
    ["https://127.0.0.1:3000", 403],
    ["http://127.0.0.1:3000.evil.example", 403],
    ["https://evil.example", 403],
    ["null", 403],
  ])("answers a page of %s with %i", async (from, status) => {
    expect((await handlers.call(handler, good, { origin: from })).status).toBe(status);
  });

  it("accepts a cookie only with an Origin header", async () => {
    const cookie = "shop_guest=aaaaaaaaaaaaaaaaaaaaaaaaaaa";
    expect((await handlers.call(handler, good, { cookie })).status).toBe(403);
    expect((await handlers.call(handler, good, { cookie, origin })).status).toBe(200);
  });

  it.each(["Bearer nonsense", "Bearer ", "Basic YTpi", "nonsense"])(
    "is 401 for the credential %j",
    async (authorization) => {
      const answer = await handlers.call(handler, good, { authorization });
      expect(answer).toMatchObject(refusal(401, "unauthorized"));
      expect(await social.calls()).toEqual([]);
    },
  );

  it("does not reveal an internal error", async () => {
    await database.current.pool.query("ALTER TABLE social_cache RENAME TO away");
    const { status, json, headers } = await handlers
      .call(handler, good)
      .finally(() => database.current.pool.query("ALTER TABLE away RENAME TO social_cache"));
    expect(status).toBe(500);
    expect(json).toEqual({
      error: { code: "internal", message: "An unexpected error occurred. Please try again." },
    });
    expect(headers.get("x-error-reference")).toMatch(/^[\w-]{12}$/);
  });

  it("answers 503 while the database is away, and works again when it is back", async () => {
    await handlers.proxy.cut();
    const { status, json, headers } = await handlers.call(handler, good).finally(handlers.proxy.restore);
    expect(status).toBe(503);
    expect(json.error).toEqual({
      code: "database_unavailable",
      message: "Database error. Please try again later.",
    });
    expect(headers.get("retry-after")).toBe("5");
    expect((await handlers.call(handler, good)).status).toBe(200);
  });

  it("ignores unknown fields", async () => {
    const body = '{"username":"demo_many","platform":"instagram","__proto__":{"search":true}}';
    expect(await handlers.send(handler, { body })).toMatchObject({ status: 200, json: { exists: true } });
  });
});
