import type { RequestListener } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startEntry } from "../../support/entry-server";

const prerenderedPaths = ["/", "/instagram", "/terms"];

/** Sends a prerendered page as Next does: in parts, compressed for a client that accepts it. */
function prerendered(text: () => string, extra: Record<string, string> = {}): RequestListener {
  return (req, res) => {
    const isGzip = String(req.headers["accept-encoding"]).includes("gzip");
    for (const [name, value] of Object.entries({
      "content-type": "text/html; charset=utf-8",
      "x-nextjs-cache": "HIT",
      vary: "rsc",
      etag: `"${text()}"`,
      ...(isGzip && { "content-encoding": "gzip" }),
      ...extra,
    }))
      res.setHeader(name, value);
    const body = isGzip ? gzipSync(text()) : Buffer.from(text());
    res.flushHeaders();
    res.write(body.subarray(0, 2));
    res.end(body.subarray(2));
  };
}

const serve = (answer: RequestListener) => startEntry(answer, { prerendered: prerenderedPaths });

const textOf = ({ headers, body }: { headers: object; body: Buffer }) =>
  ("content-encoding" in headers ? gunzipSync(body) : body).toString();

describe("kept pages", () => {
  it.each([
    ["gzip, br", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
  ])(
    "are kept once under their path, and a client that accepts %s gets them as %s",
    async (accepted, encoding) => {
      const { send, reached } = await serve(prerendered(() => "a page"));
      const first = await send("/instagram", { "accept-encoding": "br;q=0, gzip;q=0" });
      expect(textOf(first)).toBe("a page");
      const answer = await send("/instagram?service=likes", { "accept-encoding": accepted });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(textOf(answer)).toBe("a page");
      expect(answer.headers.vary).toBe("rsc, Accept-Encoding");
      expect(answer.headers["content-length"]).toBe(String(answer.body.byteLength));
      expect(answer.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(reached()).toBe(1);
    },
  );

  it("are the same for HEAD, without their text, whether they were kept before or not", async () => {
    const { send, reached } = await serve(prerendered(() => "a page"));
    const made = await send("/terms", {}, "HEAD");
    const kept = await send("/terms", {}, "HEAD");
    const { headers } = await send("/terms");
    const names = ["content-length", "content-security-policy", "etag", "content-type"];
    const describing = Object.fromEntries(names.map((name) => [name, headers[name]]));
    expect(made.headers).toMatchObject(describing);
    expect(kept.headers).toMatchObject(describing);
    expect([made.body.byteLength, kept.body.byteLength, reached()]).toEqual([0, 0, 1]);
  });

  it.each([
    ["their tag", (tag: string) => tag],
    ["their tag as a weak one", (tag: string) => `W/${tag}`],
    ["several tags", (tag: string) => `"x", ${tag}`],
    ["any tag", () => "*"],
  ])("are not sent again to a browser that names %s", async (_, named) => {
    const { send } = await serve(prerendered(() => "v1"));
    const first = await send("/terms");
    const again = await send("/terms", { "if-none-match": named(String(first.headers.etag)) });
    expect([again.status, again.body.byteLength]).toEqual([304, 0]);
    expect(again.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
  });

  it("are sent to a browser that has others", async () => {
    const { send } = await serve(prerendered(() => "v1"));
    await send("/terms");
    expect((await send("/terms", { "if-none-match": '"another"' })).status).toBe(200);
  });

  it("are requested from Next again after five seconds, also without a revalidation", async () => {
    let text = "old";
    const { send, pass } = await serve((req, res) => prerendered(() => text)(req, res));
    await send("/terms");
    text = "new";
    pass(5_000);
    expect(textOf(await send("/terms"))).toBe("old");
    pass(1);
    expect(textOf(await send("/terms"))).toBe("new");
    expect(textOf(await send("/terms"))).toBe("new");
  });

  it("are forgotten when pages are revalidated, also those whose answer was in flight", async () => {
    let text = "old";
    const held: (() => void)[] = [];
    const { pages, send } = await serve((req, res) => {
      if (req.headers["x-slow"]) held.push(() => prerendered(() => "old")(req, res));
      else prerendered(() => text)(req, res);
    });
    expect(textOf(await send("/"))).toBe("old");
    pages.forget();
    text = "new";
    expect(textOf(await send("/"))).toBe("new");
    pages.forget();
    const inFlight = send("/", { "x-slow": "1" });
    await expect.poll(() => held.length).toBe(1);
    pages.forget();
    held[0]?.();
    await inFlight;
    expect(textOf(await send("/"))).toBe("new");
  });

  it.each<[string, string, Record<string, string>, string]>([
    ["the router's own request", "/instagram", { rsc: "1" }, "GET"],
    ["a prefetch", "/instagram", { "next-router-prefetch": "1" }, "GET"],
    ["a part of a page", "/instagram", { range: "bytes=0-1" }, "GET"],
    ["the home page of somebody signed in", "/?browse=1", { cookie: "a=1; shop_session=x" }, "GET"],
    ["the home page of somebody signed in to a live shop", "/", { cookie: "__Host-shop_session=x" }, "GET"],
    ["a handler", "/api/health", {}, "GET"],
    ["a form", "/instagram", {}, "POST"],
  ])("are no answer to %s", async (_name, path, headers, method) => {
    const { send, reached } = await serve(prerendered(() => "page"));
    await send(path);
    await send(path, headers, method);
    await send(path, headers, method);
    expect(reached()).toBe(3);
  });

  it.each<[string, Record<string, string>]>([
    ["made for one visitor", { "x-nextjs-cache": "MISS" }],
    ["that sets a cookie", { "set-cookie": "a=1" }],
    ["that is no page", { "content-type": "application/json" }],
  ])("are never an answer %s", async (_name, extra) => {
    const { send, reached } = await serve(prerendered(() => "x", extra));
    await send("/terms");
    await send("/terms");
    expect(reached()).toBe(2);
  });

  it("are only the build's own: no address, query or header of a stranger takes a place of theirs", async () => {
    const { send, reached } = await serve(prerendered(() => "a page"));
    for (const path of prerenderedPaths) await send(path);
    for (let nth = 0; nth < 20; nth++) {
      await send(`/terms?${nth}`, {
        "x-nth": String(nth),
        cookie: `a=${nth}`,
        "accept-language": `x-${nth}`,
      });
    }
    expect(reached()).toBe(prerenderedPaths.length);
    for (let time = 1; time <= 2; time++) {
      for (let nth = 0; nth < 20; nth++) await send(`/nowhere/${nth}`);
      expect(reached()).toBe(prerenderedPaths.length + 20 * time);
    }
  });
});
