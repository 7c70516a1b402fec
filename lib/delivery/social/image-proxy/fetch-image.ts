import { Agent, type Dispatcher, request } from "undici";
import { type ImageType, sniffBytes, sniffImage } from "@/lib/base/files/sniff-image";
import { AddressRefused, publicLookup, type Resolve } from "@/lib/base/public-address";
import { second } from "@/lib/base/time/time";
import { BodyTooLarge, readCapped } from "@/lib/delivery/social/read-capped";
import { parseImageUrl } from "./allow-list";

export type FetchedImage =
  | { kind: "image"; type: ImageType; bytes: Buffer }
  /** Gone, expired, not answering, or in a format that browsers can't show: becomes a placeholder. */
  | { kind: "unavailable"; reason: string }
  /** An answer that no honest image host sends. */
  | { kind: "refused"; reason: string };

export type ImageFetcherOptions = {
  /** `host:port` of emulators that may be fetched over plain http. */
  extraHosts: readonly string[];
  resolve?: Resolve;
  /** For everything together: DNS, connections, redirects and the whole body. */
  timeoutMs?: number;
};

export type ImageFetcher = { fetch(url: URL): Promise<FetchedImage>; close(): Promise<void> };

const maxRedirects = 2;
const maxBytes = 5 * 1024 * 1024;
const tiktokReferer = "https://www.tiktok.com/";

// Fixed: nothing of the visitor's request reaches the host.
const headers = {
  "user-agent": "Mozilla/5.0 (compatible; image-proxy)",
  accept: "image/avif,image/webp,image/jpeg,image/png",
};

/** Thrown for an answer that must not be passed on. */
class Refusal extends Error {}

/** Thrown for a picture in a format that not every browser shows. */
class Unshowable extends Error {}

/**
 * Fetches pictures from addresses that `parseImageUrl` allowed. Names are resolved once, by the connection itself, and
 * only public addresses are connected to, so DNS rebinding can't reach a private address. At most two redirects, each
 * checked like the first address. Never throws.
 */
export function openImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const { extraHosts, resolve, timeoutMs = 7 * second } = options;
  const agent = new Agent({
    connect: { lookup: publicLookup({ resolve }), timeout: timeoutMs },
    connections: 16,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });

  async function follow(
    start: URL,
    referer: string | null,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const sent = referer === null ? headers : { ...headers, referer };
    let url = start;
    for (let redirects = 0; ; redirects += 1) {
      const response = await request(url, { dispatcher: agent, headers: sent, signal });
      const { location } = response.headers;
      const isRedirect =
        response.statusCode >= 300 && response.statusCode < 400 && typeof location === "string";
      if (!isRedirect) return response;
      discard(response);
      if (redirects === maxRedirects) throw new Refusal("too many redirects");
      const next = URL.canParse(location, url.href) ? new URL(location, url.href).href : "";
      const allowed = parseImageUrl(next, extraHosts);
      if (!allowed) throw new Refusal("a redirect to a host that is not allowed");
      url = allowed;
    }
  }

  async function read(response: Dispatcher.ResponseData): Promise<FetchedImage> {
    if (response.statusCode !== 200) {
      discard(response);
      return { kind: "unavailable", reason: `status ${response.statusCode}` };
    }
    if (Number(response.headers["content-length"] ?? 0) > maxBytes) {
      discard(response);
      throw new BodyTooLarge("announced");
    }
    const bytes = await readCapped(response.body, maxBytes, { bytes: sniffBytes, check: requirePicture });
    return { kind: "image", type: requirePicture(bytes.subarray(0, sniffBytes)), bytes };
  }

  return {
    async fetch(url) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const first = await follow(url, null, signal);
        if (first.statusCode !== 403) return await read(first);
        discard(first);
        // Some of TikTok's hosts require a TikTok referer.
        return await read(await follow(url, tiktokReferer, signal));
      } catch (error) {
        return explain(error, signal);
      }
    },
    close: () => agent.destroy(),
  };
}

function explain(error: unknown, signal: AbortSignal): FetchedImage {
  if (error instanceof Unshowable) return { kind: "unavailable", reason: error.message };
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Refusal || cause instanceof AddressRefused)
      return { kind: "refused", reason: cause.message };
  }
  if (error instanceof BodyTooLarge) return { kind: "refused", reason: "too large" };
  if (signal.aborted) return { kind: "refused", reason: "too slow" };
  return { kind: "unavailable", reason: error instanceof Error ? error.message : "unknown" };
}

function requirePicture(head: Uint8Array): ImageType {
  const type = sniffImage(head);
  if (type === null) throw new Refusal("not a picture");
  if (type === "heic") throw new Unshowable("HEIC");
  return type;
}

/** Drops the rest of a body, and its connection. */
function discard(response: Dispatcher.ResponseData): void {
  response.body.on("error", () => undefined).destroy();
}
