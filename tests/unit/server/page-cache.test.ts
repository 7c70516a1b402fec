import { createServer, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { PageCache } from "@/app/_server/page-cache";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers like Next from its prerendered pages, behind the cache; it counts what reached it. */
async function serve(answer: RequestListener) {
  let now = 0;
  const cache = new PageCache(() => now);
  let reached = 0;
  const server = createServer((req, res) => {
    if (cache.answer(req, res)) return;
    reached++;
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", path, method, headers, agent: false }, (res) => {
        const parts: Buffer[] = [];
        res.on("data", (part: Buffer) => parts.push(part));
        res.on("end", () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on("error", reject);
      sent.end();
    });
  const pass = (ms: number) => {
    now += ms;
  };
  return { cache, get, pass, reached: () => reached };
}

/** As Next sends a prerendered page: in parts, compressed for whoever takes it. */
function prerendered(text: () => string, extra: Record<string, string> = {}): RequestListener {
  return (req, res) => {
    const isGzip = String(req.headers["accept-encoding"]).includes("gzip");
    for (const [name, value] of Object.entries({
      "content-type": "text/html; charset=utf-8",
      "x-nextjs-cache": "HIT",
      etag: `"${text()}"`,
      "content-security-policy": "default-src 'self'",
      ...(isGzip && { "content-encoding": "gzip" }),
      ...extra,
    }))
      res.setHeader(name, value);
    const body = isGzip ? gzipSync(text()) : Buffer.from(text());
    res.write(body.subarray(0, 2));
    res.end(body.subarray(2));
  };
}

describe("kept pages", () => {
  it("are answered with the same bytes and headers, for each encoding its own, whatever the query", async () => {
    const { get, reached } = await serve(prerendered(() => "a page"));
    for (const encoding of ["gzip, br", "identity"]) {
      const first = await get("/instagram", { "accept-encoding": encoding });
      const second = await get("/instagram?service=likes", { "accept-encoding": encoding });
      expect(second.body).toEqual(first.body);
      expect(second.headers["content-security-policy"]).toBe("default-src 'self'");
      expect(second.headers["content-encoding"]).toBe(first.headers["content-encoding"]);
      expect(second.headers["content-length"]).toBe(String(first.body.byteLength));
    }
    expect(reached()).toBe(2);
  });

  it("are not sent again to a browser that has them", async () => {
    const { get } = await serve(prerendered(() => "v1"));
    const first = await get("/terms");
    const again = await get("/terms", { "if-none-match": first.headers.etag ?? "" });
    expect([again.status, again.body.byteLength]).toEqual([304, 0]);
    expect((await get("/terms", { "if-none-match": '"another"' })).status).toBe(200);
  });

  it("are asked for anew after five seconds, whoever forgot to forget them", async () => {
    let text = "old";
    const { get, pass } = await serve((req, res) => prerendered(() => text)(req, res));
    await get("/terms");
    text = "new";
    pass(5_000);
    expect((await get("/terms")).body.toString()).toBe("old");
    pass(1);
    expect((await get("/terms")).body.toString()).toBe("new");
    expect((await get("/terms")).body.toString()).toBe("new");
  });

  it("are forgotten when pages are made anew, also those whose answer was under way", async () => {
    let text = "old";
    let finish = () => {};
    const slow: RequestListener = (req, res) => {
      const answer = () => prerendered(() => "old")(req, res);
      if (req.headers["x-slow"]) finish = answer;
      else prerendered(() => text)(req, res);
    };
    const { cache, get } = await serve(slow);
    expect((await get("/")).body.toString()).toBe("old");
    cache.forget();
    text = "new";
    expect((await get("/")).body.toString()).toBe("new");
    cache.forget();
    const underWay = get("/", { "x-slow": "1" });
    await expect.poll(() => finish.toString().includes("prerendered")).toBe(true);
    cache.forget();
    finish();
    await underWay;
    expect((await get("/")).body.toString()).toBe("new");
  });

  it.each([
    ["the router's own request", "/instagram", { rsc: "1" }, "GET"],
    ["a prefetch", "/instagram", { "next-router-prefetch": "1" }, "GET"],
    ["a part of a page", "/instagram", { range: "bytes=0-1" }, "GET"],
    ["the home page of somebody signed in", "/?browse=1", { cookie: "a=1; shop_session=x" }, "GET"],
    ["the home page of somebody signed in to a live shop", "/", { cookie: "__Host-shop_session=x" }, "GET"],
    ["a door", "/api/health", {}, "GET"],
    ["a form", "/instagram", {}, "POST"],
  ])("are no answer to %s", async (_name, path, headers, method) => {
    const { get, reached } = await serve(prerendered(() => "page"));
    await get(path);
    await get(path, headers as Record<string, string>, method);
    await get(path, headers as Record<string, string>, method);
    expect(reached()).toBe(3);
  });

  it.each([
    ["made for one visitor", { "x-nextjs-cache": "MISS" }],
    ["that sets a cookie", { "set-cookie": "a=1" }],
    ["that is no page", { "content-type": "application/json" }],
  ])("are never an answer %s", async (_name, extra) => {
    const { get, reached } = await serve(prerendered(() => "x", extra as Record<string, string>));
    await get("/order");
    await get("/order");
    expect(reached()).toBe(2);
  });
});
