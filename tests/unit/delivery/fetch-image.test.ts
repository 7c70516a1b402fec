import type { ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseImageUrl } from "@/lib/delivery/social/image-proxy/allow-list";
import { type ImageFetcherOptions, openImageFetcher } from "@/lib/delivery/social/image-proxy/fetch-image";
import { ImageStore } from "@/lib/delivery/social/image-proxy/image-store";
import { pictures } from "./pictures";
import { type Answer, serve } from "./serve";

function fetcher(options: Partial<ImageFetcherOptions>) {
  const opened = openImageFetcher({ extraHosts: [], ...options });
  onTestFinished(() => opened.close());
  return opened;
}

async function fetchFrom(answer: Answer, options: Partial<ImageFetcherOptions> = {}) {
  const server = await serve(answer);
  const result = await fetcher({ extraHosts: [server.host], ...options }).fetch(
    new URL(`${server.origin}/a.jpg`),
  );
  return { result, requests: server.requests };
}

describe("a picture", () => {
  it("has the type that its bytes show, whatever the header says", async () => {
    const { result } = await fetchFrom((response) => {
      response.setHeader("content-type", "text/html").end(pictures.png);
    });
    expect(result).toEqual({ kind: "image", type: "image/png", bytes: pictures.png });
  });

  it("is requested without any of the visitor's headers", async () => {
    const { requests } = await fetchFrom((response) => response.end(pictures.png));
    expect(Object.keys(requests[0]?.headers ?? {}).toSorted()).toEqual([
      "accept",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  it("may be shorter than the bytes it is recognised by", async () => {
    const { result } = await fetchFrom((response) => response.end(pictures.gif.subarray(0, 20)));
    expect(result).toMatchObject({ kind: "image", type: "image/gif" });
  });

  it("that is refused without a referrer is requested once more with TikTok's own", async () => {
    const { result, requests } = await fetchFrom((response, request) => {
      if (request.headers.referer) response.end(pictures.webp);
      else response.writeHead(403).end();
    });
    expect(result).toMatchObject({ kind: "image", type: "image/webp" });
    expect(requests.map((request) => request.headers.referer)).toEqual([
      undefined,
      "https://www.tiktok.com/",
    ]);
  });

  it.each([
    ["expired", (response: ServerResponse) => response.writeHead(403).end("URL signature expired")],
    ["gone", (response: ServerResponse) => response.writeHead(404).end()],
    ["at a broken host", (response: ServerResponse) => response.writeHead(500).end(pictures.png)],
    ["cut short by the host", (response: ServerResponse) => response.destroy()],
    ["in a format browsers can't show", (response: ServerResponse) => response.end(pictures.heic)],
    ["announced but not sent", (response: ServerResponse) => response.writeHead(304).end()],
  ])("that is %s is unavailable", async (_what, answer) => {
    expect((await fetchFrom(answer)).result.kind).toBe("unavailable");
  });

  it("of a name that can't be resolved is unavailable", async () => {
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    const result = await fetcher({ resolve }).fetch(new URL("https://gone.cdninstagram.com/a.jpg"));
    expect(result.kind).toBe("unavailable");
  });
});

describe("an answer that is no picture", () => {
  it.each(["svg", "html", "mp4"] as const)("%s is refused after its first bytes", async (name) => {
    let isGivenUp = false;
    const { result } = await fetchFrom((response) => {
      response.on("close", () => {
        isGivenUp = true;
      });
      response.setHeader("content-type", "image/png").write(pictures[name]);
    });
    expect(result).toEqual({ kind: "refused", reason: "not a picture" });
    await expect.poll(() => isGivenUp).toBe(true);
  });

  it("is refused when it is empty", async () => {
    const { result } = await fetchFrom((response) => response.end());
    expect(result).toEqual({ kind: "refused", reason: "not a picture" });
  });
});

describe("a malicious host", () => {
  it("is given up when it announces too many bytes", async () => {
    const { result } = await fetchFrom((response) => {
      response.setHeader("content-length", 100 * 1024 * 1024).write(pictures.png);
    });
    expect(result).toEqual({ kind: "refused", reason: "too large" });
  });

  it("is given up when it sends more than five megabytes without announcing them", async () => {
    let sent = 0;
    const { result } = await fetchFrom((response) => {
      response.write(pictures.png);
      const block = Buffer.alloc(256 * 1024);
      const more = () => {
        if (response.destroyed || sent > 100 * 1024 * 1024) return;
        sent += block.length;
        response.write(block, more);
      };
      more();
    });
    expect(result).toEqual({ kind: "refused", reason: "too large" });
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  it("is given up when it sends a byte at a time, although it keeps sending", async () => {
    const { result } = await fetchFrom(
      (response) => {
        response.write(pictures.png);
        const drip = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(drip));
      },
      { timeoutMs: 300 },
    );
    expect(result).toEqual({ kind: "refused", reason: "too slow" });
  });

  it.each([
    ["never answers", (_response: ServerResponse) => undefined],
    [
      "sends headers and nothing after them",
      (response: ServerResponse) => response.writeHead(200).flushHeaders(),
    ],
  ])("is given up when it %s", async (_what, answer) => {
    const { result } = await fetchFrom(answer, { timeoutMs: 300 });
    expect(result).toEqual({ kind: "refused", reason: "too slow" });
  });

  it("is given up when resolving its name never ends", async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const result = await fetcher({ resolve, timeoutMs: 300 }).fetch(
      new URL("https://slow.cdninstagram.com/a.jpg"),
    );
    expect(result).toEqual({ kind: "refused", reason: "too slow" });
  });

  it.each(["127.0.0.1", "10.0.0.7", "::ffff:127.0.0.1"])(
    "is not connected to when its name resolves to %s",
    async (address) => {
      const resolve = vi.fn(async () => [{ address, family: address.includes(":") ? 6 : 4 }]);
      const result = await fetcher({ resolve }).fetch(new URL("https://rebound.cdninstagram.com/a.jpg"));
      expect(result).toEqual({ kind: "refused", reason: "the name points to an address that is not public" });
      // Resolved once, for the connection itself, so that no second answer can differ.
      expect(resolve).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    ["a private address", (origin: string) => origin],
    ["a file", () => "file:///etc/passwd"],
    ["another domain", () => "https://evil.example/a.jpg"],
    ["nowhere", () => "http://["],
  ])("can't lead to %s by a redirect", async (_what, location) => {
    const secret = await serve((response) => response.end(pictures.png));
    const { result } = await fetchFrom((response) => {
      response.writeHead(302, { location: location(secret.origin) }).end();
    });
    expect(result).toEqual({ kind: "refused", reason: "a redirect to a host that is not allowed" });
    expect(secret.requests).toHaveLength(0);
  });

  it("can't reach a private address by a redirect to an allowed name", async () => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const { result } = await fetchFrom(
      (response) => {
        response.writeHead(302, { location: "https://rebound.cdninstagram.com/a.jpg" }).end();
      },
      { resolve },
    );
    expect(result).toEqual({ kind: "refused", reason: "the name points to an address that is not public" });
  });

  it("may redirect twice, not more", async () => {
    const redirecting =
      (times: number): Answer =>
      (response, request) => {
        const step = Number(new URL(request.url ?? "", "http://host").searchParams.get("step") ?? 0);
        if (step === times) response.end(pictures.png);
        else response.writeHead(301, { location: `/a.jpg?step=${step + 1}` }).end();
      };
    expect((await fetchFrom(redirecting(2))).result.kind).toBe("image");
    const { result, requests } = await fetchFrom(redirecting(3));
    expect(result).toEqual({ kind: "refused", reason: "too many redirects" });
    expect(requests).toHaveLength(3);
  });
});

describe("the store of pictures", () => {
  async function storeOf(answer: Answer, maxBytes?: number) {
    const server = await serve(answer);
    const store = new ImageStore(fetcher({ extraHosts: [server.host] }), maxBytes);
    const get = (path: string) => {
      const url = parseImageUrl(`${server.origin}${path}`, [server.host]);
      if (!url) throw new Error("not an allowed address");
      return store.get(url);
    };
    return { get, requests: server.requests };
  }

  it("downloads a picture once, however many ask at once or later", async () => {
    const { get, requests } = await storeOf((response) => response.end(pictures.png));
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/a.png")));
    answers.push(await get("/a.png"));
    expect(new Set(answers.map((answer) => (answer.kind === "image" ? answer.image.etag : ""))).size).toBe(1);
    expect(requests).toHaveLength(1);
  });

  it("gives another picture another tag", async () => {
    const { get } = await storeOf((response, request) => {
      response.end(request.url === "/a" ? pictures.png : pictures.jpeg);
    });
    const [a, b] = [await get("/a"), await get("/b")];
    expect(a).not.toEqual(b);
  });

  it("forgets a failure at once", async () => {
    let isBroken = true;
    const { get } = await storeOf((response) => {
      if (isBroken) response.writeHead(403).end();
      else response.end(pictures.png);
    });
    expect((await get("/a.png")).kind).toBe("unavailable");
    isBroken = false;
    expect((await get("/a.png")).kind).toBe("image");
  });

  it("drops the least used when it is full", async () => {
    const { get, requests } = await storeOf((response) => response.end(pictures.png), 1_500);
    for (const path of ["/a", "/b", "/c", "/c", "/a"]) await get(path);
    expect(requests.map((request) => request.url)).toEqual(["/a", "/b", "/c", "/a"]);
  });
});
