import type { SocialPlatform } from "../emulated";
import { type Random, randomFrom } from "./random";

/**
 * Behaviours of the reserved handles `demo_<behaviour>`. Three more are special without one: demo_empty and demo_many
 * by their posts, demo_missing because it does not exist.
 */
const quirks = [
  "private",
  "husk",
  "noposts404",
  "slow",
  "ratelimit",
  "nocredits",
  "badjson",
  "heic",
  "expired",
  "carousel",
  "nocounts",
] as const;

export type Quirk = (typeof quirks)[number];

/** An account's subject, which determines its captions. */
export type Theme = "travel" | "food" | "craft" | "music" | "sport" | "plants" | "city" | "books";

/**
 * An invented account. `posts` is the public count and the number of listed posts. `Count` is how its followers are
 * given: as they are, or as they are shown.
 */
export type Account<Count = number> = {
  platform: SocialPlatform;
  handle: string;
  name: string;
  bio: string;
  theme: Theme;
  followers: Count;
  following: number;
  posts: number;
  isVerified: boolean;
  quirk: Quirk | null;
  /** The id to show in place of its own, where a test makes its name show another account. */
  idInstead?: string;
};

/** One entry of a directory; a `✓` marks a verified account. */
export type DirectoryEntry = readonly [
  handle: string,
  name: string,
  theme: Theme,
  followers: number,
  posts: number,
  bio: string,
  mark?: "✓",
];

export type PostKind = "photo" | "carousel" | "video";

/** The traits that differ between platforms. */
export type Traits = {
  accounts: readonly DirectoryEntry[];
  /** The behaviours that no account of the platform can have. */
  lacks: readonly Quirk[];
  /** Begins the names of its pictures. */
  picturePrefix: string;
  accountId(random: Random): string;
  /** `low` is 32 random bits. */
  postId(takenAtS: number, low: number): string;
  /** The code in the address of the post with this id. */
  postCode(id: string): string;
  /** A post's kind, by a random number from 0 to 1. */
  postKind(share: number): PostKind;
};

export function accountFrom(platform: SocialPlatform, line: DirectoryEntry): Account {
  const [handle, name, theme, followers, posts, bio, mark] = line;
  const following = randomFrom(`following ${handle}`).whole(5, 999);
  const isVerified = mark === "✓";
  const quirk = quirkOf(handle);
  return { platform, handle, name, theme, followers, following, posts, bio, isVerified, quirk };
}

/** The behaviour of a handle, if it is a reserved one. */
export function quirkOf(handle: string): Quirk | null {
  const wanted = normalizeHandle(handle);
  return quirks.find((quirk) => wanted === `demo_${quirk}`) ?? null;
}

/** A handle in lower case, without a leading @. */
export function normalizeHandle(handle: string): string {
  return handle.trim().replace(/^@/, "").toLowerCase();
}
