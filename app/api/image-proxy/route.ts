import { clientAddress } from "@/app/_server/caller";
import { concurrencyLimit, concurrencyPerCaller } from "@/app/_server/concurrency";
import { errorResponse } from "@/app/_server/error-response";
import { picturePolicy } from "@/app/_server/http/content-policy";
import { hasSameTag } from "@/app/_server/http/negotiation";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { processWide } from "@/lib/base/process-wide";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";
import { minute } from "@/lib/base/time/time";
import { parseImageUrl } from "@/lib/delivery/social/image-proxy/allow-list";
import { openImageFetcher } from "@/lib/delivery/social/image-proxy/fetch-image";
import { ImageStore, type StoredImage } from "@/lib/delivery/social/image-proxy/image-store";
import { placeholderSvg } from "@/lib/delivery/social/image-proxy/placeholder";
import { adapterOfHost } from "@/lib/delivery/social/scrapecreators/adapters";

const imageStore = () =>
  processWide(
    "image-store",
    () => new ImageStore(openImageFetcher({ extraHosts: getEnv().IMAGE_PROXY_EXTRA_HOSTS })),
  );

/** Logs a suspicious answer. Anyone can ask for pictures of made-up hosts, so they are counted. */
const logRefused = openCountedLog<{ host: string; reason: string }>(minute, (times, last) =>
  logger.warn({ ...last, times }, "pictures were replaced"),
);

/** Makes the browser treat the answer as a picture and nothing else. */
const guards = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": picturePolicy,
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * `?url=`: a platform's picture, from the shop's address. 400 for an address that is missing or not of an image host, 429
 * above the limit. A picture that is gone becomes a placeholder with 200; a suspicious answer (a redirect elsewhere, a
 * private address, no picture, too large, too slow) the placeholder with 502.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    const { searchParams } = new URL(request.url);
    const address = searchParams.get("url");
    if (!address)
      throw new AppError("invalid_input", { userMessage: "The address of a picture is missing." });
    const url = parseImageUrl(address, getEnv().IMAGE_PROXY_EXTRA_HOSTS);
    if (!url)
      throw new AppError("invalid_input", { userMessage: "Pictures from this address are not shown." });
    const key = addressKey(clientAddress(request));
    await concurrencyLimit("background").run(() => consumeRateLimit(getConnection().pool, "imageProxy", key));

    const release = concurrencyPerCaller("pictures").acquire(key);
    const answer = await concurrencyLimit("pictures")
      .run(() => imageStore().get(url))
      .finally(release);
    if (answer.kind === "image") return picture(request, answer.image);
    const isRefused = answer.kind === "refused";
    const facts = { host: url.hostname, reason: answer.reason };
    if (isRefused) logRefused(facts);
    else logger.debug(facts, "a picture was replaced");
    return placeholder(url, searchParams.get("letter"), isRefused);
  } catch (error) {
    return errorResponse(error, "image-proxy");
  }
}

function picture(request: Request, image: StoredImage): Response {
  const headers = {
    ...guards,
    "Cache-Control": "public, max-age=86400, stale-while-revalidate=604800",
    ETag: image.etag,
  };
  if (hasSameTag(request.headers.get("if-none-match"), image.etag))
    return new Response(null, { status: 304, headers });
  // A Response from the bytes would copy them, and a slow reader would keep that copy alive.
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(image.bytes);
      controller.close();
    },
  });
  return new Response(body, { headers: { ...headers, "Content-Type": image.type } });
}

function placeholder(url: URL, letter: string | null, isRefused: boolean): Response {
  return new Response(placeholderSvg(adapterOfHost(url.hostname), letter), {
    status: isRefused ? 502 : 200,
    headers: {
      ...guards,
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": isRefused ? "no-store" : "public, max-age=300",
      "X-Image-Proxy": "placeholder",
    },
  });
}
