/** What a reserved handle does instead of behaving like any account. */
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

/** What an account is about; its captions and pictures follow from it. */
export type Theme = "travel" | "food" | "craft" | "music" | "sport" | "plants" | "city" | "books";

export type SocialPlatform = "instagram" | "tiktok";

/** An invented account. `posts` is both the public count and what can be paged through. */
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
};

/** One line of a directory: handle, name, theme, followers, following, posts, biography; a `✓` marks the verified. */
export type DirectoryLine = readonly [
  handle: string,
  name: string,
  theme: Theme,
  followers: number,
  following: number,
  posts: number,
  bio: string,
  mark?: "✓",
];

export function accountFrom(platform: SocialPlatform, line: DirectoryLine): Account {
  const [handle, name, theme, followers, following, posts, bio, mark] = line;
  const isVerified = mark === "✓";
  return { platform, handle, name, theme, followers, following, posts, bio, isVerified, quirk: null };
}
