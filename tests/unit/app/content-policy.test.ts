import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { signedInScript } from "@/components/layout/signed-in-script";
import { serviceTabScript } from "@/components/storefront/service-tab-script";
import { themeScript } from "@/components/ui/theme-script";
import { startEntry } from "../../support/entry-server";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const scriptsOf = (headers: Record<string, unknown>) =>
  /script-src ([^;]+)/.exec(String(headers["content-security-policy"]))?.[1];

const ownScripts = [themeScript, signedInScript, serviceTabScript];

/** Next's inline scripts, as a build writes them. */
const scriptsOfNext = [
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/a.js"],"runtimeModuleIds":[1]});',
  "(self.__next_f=self.__next_f||[]).push([0])",
  '(self.__next_f=self.__next_f||[]).push([0]);self.__next_f.push([2,[{"ok":false},"k123","$ACTION"]])',
  'self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n"])',
];

/** Scripts that came in with a page's content, some of them in the form of Next's. */
const injected = [
  "steal()",
  "self.__next_f.push(steal())",
  'self.__next_f.push([1,"a"]);steal()',
  'self.__next_f.push([1,"a"+steal()])',
  "self.__next_f.push([1,`a`,steal()])",
  '(self.__next_f=self.__next_f||[]).push([0]);steal();self.__next_f.push([1,"a"])',
  "(self.__next_f=self.__next_f||[]).push([0]);self.__next_f.push([2,[]]);steal()",
  "(self.__next_f=self.__next_f||[]).push(steal())",
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push(steal());',
];

const html = `<!doctype html><script src="/a.js"></script>${[
  ...ownScripts,
  ...injected,
  ...scriptsOfNext,
  ...scriptsOfNext,
]
  .map((text) => `<script id="x">${text}</script>`)
  .join("\n")}`;

const page =
  (extra: Record<string, string>, status = 200): RequestListener =>
  (req, res) => {
    const isGzip = req.headers["accept-encoding"] === "gzip";
    res.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      ...(isGzip && { "content-encoding": "gzip" }),
      ...extra,
    });
    res.end(isGzip ? gzipSync(html) : html);
  };

it.each([
  [200, "gzip"],
  [200, "identity"],
  [404, "gzip"],
  [404, "identity"],
])(
  "a prerendered page (%i, %s) allows our own and Next's inline scripts and no injected one",
  async (status, encoding) => {
    const { send } = await startEntry(page({ "x-nextjs-cache": "MISS", etag: '"1"' }, status));
    const { headers } = await send("/nowhere", { "accept-encoding": encoding });
    expect(scriptsOf(headers)?.split(" ")).toEqual([
      "'self'",
      ...[...ownScripts, ...scriptsOfNext].map(hash),
    ]);
  },
);

it("a page made for one visitor has a new nonce each time, at any spelling, with any method", async () => {
  const told: unknown[] = [];
  const { send } = await startEntry(
    (req, res) => {
      told.push(req.headers["content-security-policy"]);
      page({})(req, res);
    },
    { prerendered: ["/track"] },
  );
  const nonces = [];
  for (const [path, method] of [
    ["/order/x", "GET"],
    ["/ORDER/x", "GET"],
    ["/%61dmin", "GET"],
    ["/track", "POST"],
  ] as const) {
    const { headers } = await send(path, { "content-security-policy": "script-src 'nonce-mine'" }, method);
    nonces.push(/'nonce-([^']+)'/.exec(scriptsOf(headers) ?? "")?.[1]);
    expect.soft(scriptsOf(headers), `${method} ${path}`).not.toContain("unsafe-inline");
  }
  expect(new Set(nonces).size).toBe(4);
  expect(told).toEqual(nonces.map((nonce) => `script-src 'nonce-${nonce}'`));
});

it("an answer that is no page may load nothing, unless its route has a policy of its own", async () => {
  const { send } = await startEntry((req, res) => {
    if (req.url === "/own") res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
    res.setHeader("content-type", "application/json").end("{}");
  });
  const closed = (await send("/api/health")).headers["content-security-policy"];
  expect(closed).toContain("default-src 'none'");
  expect(closed).toContain("frame-ancestors 'none'");
  expect((await send("/own")).headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
});

it("forms may be sent to this machine in local mode", async () => {
  const local = await startEntry(page({}));
  expect((await local.send("/auth")).headers["content-security-policy"]).toContain("http://127.0.0.1:*");
});

it.each(["/terms", "/auth"])("no form of %s may be sent to this machine in live mode", async (path) => {
  const env = { APP_MODE: "live" as const, SHOP_ORIGIN: "https://shop.example" };
  const live = await startEntry(page({ "x-nextjs-cache": "HIT" }), { env, prerendered: ["/terms"] });
  expect((await live.send(path)).headers["content-security-policy"]).not.toContain("127.0.0.1");
});

it("a page may not be changed by a proxy on its way, whatever else it says about caching", async () => {
  const { send } = await startEntry((req, res) => {
    if (req.url === "/kept") res.setHeader("cache-control", "public, max-age=1");
    res.setHeader("content-type", "text/html; charset=utf-8").end("<p>write to support@shop.example</p>");
  });
  expect((await send("/")).headers["cache-control"]).toBe("no-store, no-transform");
  expect((await send("/kept")).headers["cache-control"]).toBe("public, max-age=1, no-transform");
});

it.each([
  ["/", "no-store"],
  ["/away", "no-store"],
  ["/api/x", "no-store"],
  ["/..", "no-store"],
  ["/kept", "public, max-age=1"],
  ["/cookie", "no-store"],
])("the answer for %s has the security headers, and its caching is %s", async (path, caching) => {
  const { send } = await startEntry((req, res) => {
    if (/kept|cookie/.test(req.url ?? "")) res.setHeader("cache-control", "public, max-age=1");
    if (req.url === "/cookie") res.setHeader("set-cookie", "session=secret");
    res.writeHead(req.url === "/away" ? 307 : 200, { "x-a": "1" }).end();
  });
  const { headers } = await send(path);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "cache-control": caching,
    "content-security-policy": expect.stringContaining("frame-ancestors"),
  });
});
