import { randomFrom } from "./random";

/** A reserved handle's special behaviour. */
export type Quirk =
  | "private"
  | "empty"
  | "missing"
  | "husk"
  | "no-posts"
  | "slow"
  | "rate-limit"
  | "no-credits"
  | "bad-json"
  | "heic"
  | "expired"
  | "carousel"
  | "no-counts"
  | "many";

/** An account's subject, which determines its captions and pictures. */
export type Theme = "travel" | "food" | "craft" | "music" | "sport" | "plants" | "city" | "books";

export type SocialPlatform = "instagram" | "tiktok";

/** An invented account. `posts` is the public count and the number of listed posts. */
export type Account = {
  platform: SocialPlatform;
  handle: string;
  name: string;
  bio: string;
  theme: Theme;
  followers: number;
  following: number;
  posts: number;
  isVerified: boolean;
  quirk: Quirk | null;
  /** Its id, where a test lets its name show another account. */
  idInstead?: string;
};

/** One line of a directory; a `✓` marks a verified account. */
export type DirectoryLine = readonly [
  handle: string,
  name: string,
  theme: Theme,
  followers: number,
  posts: number,
  bio: string,
  mark?: "✓",
];

export function accountFrom(platform: SocialPlatform, line: DirectoryLine): Account {
  const [handle, name, theme, followers, posts, bio, mark] = line;
  const following = randomFrom(`following ${handle}`).whole(5, 999);
  const isVerified = mark === "✓";
  return { platform, handle, name, theme, followers, following, posts, bio, isVerified, quirk: null };
}
