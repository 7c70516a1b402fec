import type { AdapterName } from "@/lib/shop/catalog/document";
import type { CountedPost, ProfileResult, SearchHit } from "./social-data";

export type PostKind = "all" | "reels";

export type ListPostsOptions = {
  kind: PostKind;
  /** At most this many, newest first. */
  count: number;
  /** The profile's number of posts, where known. */
  postsCount: number | null;
};

/**
 * The source of profiles and posts, by normalised usernames and the platforms' adapters. A missing account is a value, and one without visible posts
 * an empty list. Methods throw only ProviderError, when the provider could not answer.
 */
export type SocialDataProvider = {
  lookupProfile(adapter: AdapterName, username: string): Promise<ProfileResult>;
  searchProfiles(adapter: AdapterName, query: string): Promise<SearchHit[]>;
  listPosts(adapter: AdapterName, username: string, options: ListPostsOptions): Promise<CountedPost[]>;
};

type ProviderErrorKind =
  | "rate_limited"
  | "no_credits"
  | "bad_key"
  | "timeout"
  | "network"
  | "upstream"
  | "bad_response";

/** Thrown when the provider could not answer; the account may or may not exist. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ProviderError";
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The process's one client throws its own bundle's copy of this class (lib/base/process-wide.ts). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ProviderError" && "kind" in value;
  }
}
