import type { Platform } from "@/lib/platforms";
import type { ListPostsOptions, SocialDataProvider } from "../provider";
import type { CountedPost } from "../schema";
import { type Ask, openClient } from "./client";
import { readInstagramHits, readInstagramPosts, readInstagramProfile, readInstagramReels } from "./instagram";
import { readTikTokHits, readTikTokPosts, readTikTokProfile } from "./tiktok";
import type { PostPage } from "./wire";

export type ScrapeCreatorsOptions = {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  searchTimeoutMs: number;
};

/** The most calls (and credits) for a list of posts. */
const maxPages = 2;

/**
 * Profiles and posts of both platforms from ScrapeCreators, one credit per call. Each method has one deadline for all
 * its calls.
 */
export function openScrapeCreators(options: ScrapeCreatorsOptions): SocialDataProvider {
  const ask = openClient(options);
  return {
    lookupProfile: async (platform, username) => {
      const answer = await ask(
        paths[platform].profile,
        { handle: username },
        AbortSignal.timeout(options.timeoutMs),
      );
      return platform === "instagram"
        ? readInstagramProfile(answer, username)
        : readTikTokProfile(answer, username);
    },
    searchProfiles: async (platform, query) => {
      const answer = await ask(
        paths[platform].search,
        { query },
        AbortSignal.timeout(options.searchTimeoutMs),
      );
      return platform === "instagram" ? readInstagramHits(answer) : readTikTokHits(answer);
    },
    listPosts: (platform, username, wanted) => {
      const deadline = AbortSignal.timeout(options.timeoutMs);
      if (platform === "tiktok") return tikTokPosts(ask, username, wanted, deadline);
      return collect(wanted.count, async (cursor) =>
        wanted.kind === "reels"
          ? readInstagramReels(
              await ask("/v1/instagram/user/reels", { handle: username, max_id: cursor }, deadline),
            )
          : readInstagramPosts(
              await ask("/v2/instagram/user/posts", { handle: username, next_max_id: cursor }, deadline),
            ),
      );
    },
  };
}

const paths: Record<Platform, { profile: string; search: string }> = {
  instagram: { profile: "/v1/instagram/profile", search: "/v1/instagram/search" },
  tiktok: { profile: "/v1/tiktok/profile", search: "/v1/tiktok/search/users" },
};

/** The vendor looks from Great Britain, where a profile may seem empty; then it is read from the United States too. */
async function tikTokPosts(
  ask: Ask,
  username: string,
  wanted: ListPostsOptions,
  deadline: AbortSignal,
): Promise<CountedPost[]> {
  const page = async (cursor?: string, region?: string) =>
    readTikTokPosts(
      await ask("/v3/tiktok/profile/videos", { handle: username, max_cursor: cursor, region }, deadline),
      username,
    );
  const posts = await collect(wanted.count, page);
  const looksWrong = posts.length === 0 && (wanted.postsCount ?? 0) > 0;
  const listed = looksWrong ? (await page(undefined, "US")).posts : posts;
  return wanted.kind === "reels" ? listed.filter((post) => post.isVideo) : listed;
}

/** Follows cursors until there are enough distinct posts. */
async function collect(count: number, page: (cursor?: string) => Promise<PostPage>): Promise<CountedPost[]> {
  const posts = new Map<string, CountedPost>();
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages && posts.size < count; pages += 1) {
    const { posts: found, nextCursor } = await page(cursor);
    for (const post of found) if (!posts.has(post.id)) posts.set(post.id, post);
    if (found.length === 0 || nextCursor === null) break;
    cursor = nextCursor;
  }
  return [...posts.values()].slice(0, count);
}
