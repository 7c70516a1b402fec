import type { Platform } from "@/lib/platforms";
import type { CountedPost, ProfileResult, SearchHit } from "./schema";

export type PostKind = "all" | "reels";

export type ListPostsOptions = {
  kind: PostKind;
  /** At most this many, newest first. */
  count: number;
  /** How many posts the profile claims to have, when that is known. */
  postsCount: number | null;
};

/**
 * Where profiles and posts come from. Usernames are normalised before they get here. An account that does not exist
 * is a value and one without visible posts an empty list; every method throws ProviderError, and nothing else, when
 * the provider could not answer.
 */
export type SocialDataProvider = {
  lookupProfile(platform: Platform, username: string): Promise<ProfileResult>;
  searchProfiles(platform: Platform, query: string): Promise<SearchHit[]>;
  listPosts(platform: Platform, username: string, options: ListPostsOptions): Promise<CountedPost[]>;
};

type ProviderErrorKind =
  | "rate_limited"
  | "no_credits"
  | "bad_key"
  | "timeout"
  | "network"
  | "upstream"
  | "bad_response";

/** The provider could not answer: nothing is known about the account. */
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

  /** The provider's client is one for all of Next's bundles, and throws its own bundle's copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ProviderError" && "kind" in value;
  }
}
