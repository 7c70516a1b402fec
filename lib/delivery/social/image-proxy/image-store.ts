import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ImageType } from "@/lib/base/files/sniff-image";
import { day } from "@/lib/base/time/time";
import { SingleFlight } from "@/lib/delivery/social/single-flight";
import { imageKey } from "./allow-list";
import type { FetchedImage, ImageFetcher } from "./fetch-image";

export type StoredImage = { type: ImageType; bytes: Buffer; etag: string };

type ImageAnswer = { kind: "image"; image: StoredImage } | Exclude<FetchedImage, { kind: "image" }>;

const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Pictures in memory, up to `maxBytes`, least recently used dropped first. Failures are not kept: the same path may come
 * with a fresh signature. Simultaneous requests for an address share one download.
 */
export class ImageStore {
  readonly #fetcher: ImageFetcher;
  readonly #flights = new SingleFlight();
  readonly #images: LRUCache<string, StoredImage>;

  constructor(fetcher: ImageFetcher, maxBytes: number = defaultMaxBytes) {
    this.#fetcher = fetcher;
    this.#images = new LRUCache<string, StoredImage>({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes.byteLength,
      ttl: day,
    });
  }

  /** The picture of an address that `parseImageUrl` allowed. */
  async get(url: URL): Promise<ImageAnswer> {
    const key = imageKey(url);
    const kept = this.#images.get(key);
    if (kept) return { kind: "image", image: kept };
    // Only requests for the same whole address share a fetch: an expired signature must not fail a request with a valid
    // one.
    const fetched = await this.#flights.run(url.href, () => this.#fetcher.fetch(url));
    if (fetched.kind !== "image") return fetched;
    const image = { type: fetched.type, bytes: fetched.bytes, etag: etagOf(fetched.bytes) };
    this.#images.set(key, image);
    return { kind: "image", image };
  }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
}
