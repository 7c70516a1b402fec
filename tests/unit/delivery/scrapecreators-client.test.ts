import { describe, expect, it } from "vitest";
import { openClient } from "@/lib/delivery/social/scrapecreators/client";
import { openScrapeCreators } from "@/lib/delivery/social/scrapecreators/open-scrapecreators";
import { type Answer, serve, type TestServer } from "./serve";

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** Sends the replies one after the other, then the last one forever. */
function serveInTurn(...replies: Answer[]): Promise<TestServer> {
  let turn = 0;
  return serve((...asked) => replies[Math.min(turn++, replies.length - 1)]?.(...asked));
}

const ask = (server: { origin: string }, deadline = AbortSignal.timeout(60_000)) =>
  openClient({ baseUrl: server.origin, apiKey: "key-1" })(
    "/v1/instagram/profile",
    { handle: "wa ve", cursor: undefined },
    deadline,
  );

describe("a request to ScrapeCreators", () => {
  it("has the key in a header and only the parameters that are set", async () => {
    const server = await serveInTurn(json({ success: true }));
    await expect(ask(server)).resolves.toEqual({ success: true });
    expect(server.requests[0]?.url).toBe("/v1/instagram/profile?handle=wa+ve");
    expect(server.requests[0]?.headers["x-api-key"]).toBe("key-1");
  });

  it.each([
    ["a 404 that says so", json({ success: true, error: "not_found", errorStatus: 404 }, 404)],
    ["a 404 with other words", json({ message: "Gone" }, 404)],
    ["a 200 with the error inside", json({ success: true, error: "not_found" })],
    ["a 200 with the status inside", json({ success: true, errorStatus: 404 })],
    ["a 200 with a flag", json({ success: true, accountDoesNotExist: true })],
    ["a 200 with a message", json({ success: false, message: "Account doesn't exist" })],
  ])("answered by %s means that there is no such account", async (_what, reply) => {
    await expect(ask(await serveInTurn(reply))).resolves.toBeNull();
  });

  it.each<[kind: string, reply: Answer, calls: number]>([
    ["bad_key", json({ message: "bad key" }, 401), 1],
    ["no_credits", json({ message: "out of credits" }, 402), 1],
    ["rate_limited", json({}, 429), 1],
    ["bad_response", json({}, 400), 1],
    ["bad_response", json({}, 302, { location: "https://evil.example" }), 1],
    ["bad_response", (response) => response.writeHead(404).end("<h1>Not found</h1>"), 1],
    ["bad_response", (response) => response.end('{"data": {"us'), 1],
    ["bad_response", (response) => response.end("null"), 1],
    ["bad_response", (response) => response.end("[]"), 1],
    ["bad_response", json({ success: false, message: "try again later" }), 1],
    ["upstream", json({ message: "apiKey is required" }, 500), 2],
    ["upstream", json({}, 503), 2],
    ["network", (response) => response.destroy(), 2],
    [
      "network",
      (response) => {
        response.writeHead(200, { "content-length": "1000" }).write("{");
        setTimeout(() => response.destroy(), 10);
      },
      2,
    ],
  ])("fails as %s, never as a missing account (%#)", async (kind, reply, calls) => {
    const server = await serveInTurn(reply);
    await expect(ask(server)).rejects.toMatchObject({ name: "ProviderError", kind });
    expect(server.requests).toHaveLength(calls);
  });

  it("is sent once more after a server's error", async () => {
    const server = await serveInTurn(json({}, 502), json({ success: true, found: 1 }));
    await expect(ask(server)).resolves.toMatchObject({ found: 1 });
  });

  it("reports for how many seconds the vendor wants no requests", async () => {
    const server = await serveInTurn(json({}, 429, { "retry-after": "7" }));
    await expect(ask(server)).rejects.toMatchObject({ retryAfterSeconds: 7 });
  });

  it.each<[string, Answer]>([
    ["no answer comes", () => undefined],
    ["the answer does not end", (response) => response.write('{"a":')],
  ])("ends at its deadline, without another try, when %s", async (_what, reply) => {
    const deadline = new AbortController();
    const server = await serve((...asked) => {
      reply(...asked);
      setTimeout(() => deadline.abort(new DOMException("the time is up", "TimeoutError")), 50);
    });
    await expect(ask(server, deadline.signal)).rejects.toMatchObject({ kind: "timeout" });
    expect(server.requests).toHaveLength(1);
  });

  it("fails with `network` where no server listens", async () => {
    await expect(ask({ origin: "http://127.0.0.1:1" })).rejects.toMatchObject({ kind: "network" });
  });
});

describe("a list of posts", () => {
  const provider = (server: TestServer) =>
    openScrapeCreators({ baseUrl: server.origin, apiKey: "k", timeoutMs: 60_000, searchTimeoutMs: 60_000 });
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  const items = (from: number, count: number) => numbers(from, count).map((n) => ({ code: `c${n}` }));
  const videos = (from: number, count: number) => numbers(from, count).map((n) => ({ aweme_id: String(n) }));
  const wanted = { kind: "all", count: 20, postsCount: null } as const;

  it("takes two pages at most, and each post once", async () => {
    const server = await serveInTurn(
      json({ items: items(0, 12), more_available: true, next_max_id: "second" }),
      json({ items: items(11, 12), more_available: true, next_max_id: "third" }),
    );
    const posts = await provider(server).listPosts("instagram", "wave", wanted);
    expect(posts.map(({ id }) => id)).toEqual(numbers(0, 20).map((n) => `c${n}`));
    expect(server.requests.map(({ url }) => url)).toEqual([
      "/v2/instagram/user/posts?handle=wave",
      "/v2/instagram/user/posts?handle=wave&next_max_id=second",
    ]);
  });

  it("takes one page when there is no other", async () => {
    const server = await serveInTurn(json({ items: items(0, 3), more_available: false, next_max_id: "x" }));
    await expect(provider(server).listPosts("instagram", "wave", wanted)).resolves.toHaveLength(3);
    expect(server.requests).toHaveLength(1);
  });

  it("of reels requests reels", async () => {
    const server = await serveInTurn(json({ items: [{ media: { code: "r1" } }] }));
    const reels = await provider(server).listPosts("instagram", "wave", { ...wanted, kind: "reels" });
    expect(reels).toMatchObject([{ permalink: "https://www.instagram.com/reel/r1/" }]);
    expect(server.requests[0]?.url).toBe("/v1/instagram/user/reels?handle=wave");
  });

  it("of TikTok follows its cursor", async () => {
    const server = await serveInTurn(
      json({ aweme_list: videos(100, 10), has_more: 1, max_cursor: 17 }),
      json({ aweme_list: videos(200, 10), has_more: 1, max_cursor: 18 }),
    );
    await expect(provider(server).listPosts("tiktok", "luna", wanted)).resolves.toHaveLength(20);
    expect(server.requests[1]?.url).toBe("/v3/tiktok/profile/videos?handle=luna&max_cursor=17");
  });

  it("that is empty in one country is requested for another one when the profile has videos", async () => {
    const server = await serveInTurn(json({ aweme_list: [] }), json({ aweme_list: videos(1, 2) }));
    const posts = await provider(server).listPosts("tiktok", "luna", { ...wanted, postsCount: 2 });
    expect(posts).toHaveLength(2);
    expect(server.requests[1]?.url).toBe("/v3/tiktok/profile/videos?handle=luna&region=US");
  });

  it("that is empty is requested once when the profile does not contradict it", async () => {
    const server = await serveInTurn(json({ aweme_list: [] }));
    await expect(provider(server).listPosts("tiktok", "luna", wanted)).resolves.toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it("of TikTok's videos leaves out picture posts", async () => {
    const pictures = { aweme_id: "9", image_post_info: { images: [{}] } };
    const server = await serveInTurn(json({ aweme_list: [pictures, ...videos(1, 2)] }));
    const posts = await provider(server).listPosts("tiktok", "luna", { ...wanted, kind: "reels" });
    expect(posts.map(({ id }) => id)).toEqual(["1", "2"]);
  });
});
