import { z } from "zod";
import { readDatabaseTime } from "@/lib/clock";
import { isOtherAccount } from "@/lib/orders/target-account";
import type { Platform, ServiceType } from "@/lib/platforms";
import type { Interval } from "@/lib/social/counter";
import { postsKey } from "@/lib/social/list-posts";
import { profileKey } from "@/lib/social/lookup-profile";
import {
  type CountedPost,
  countedPostSchema,
  type ProfileResult,
  profileResultSchema,
} from "@/lib/social/schema";
import type { SocialDeps } from "@/lib/social/social-deps";

type CounterQuestion = {
  platform: Platform;
  serviceType: ServiceType;
  username: string;
  /** The account that the name belonged to when it was ordered; null when unknown. */
  accountId: string | null;
};

/**
 * `of` returns what the profile's followers (`postId` null), or a post's likes or views, show; null when they are hidden
 * or can't be found.
 */
export type Counters = { takenAt: Date; source: string; of(postId: string | null): Interval | null };

const source = "scrapecreators";
// Posts older than the listed ones aren't counted.
const listedPosts = 20;

/**
 * Asks the social data provider, bypassing the cache, for a profile's counters. Null in a shop without a provider. Throws
 * ProviderError without an answer.
 */
export async function readCounters(
  { db, provider }: SocialDeps,
  { platform, serviceType, username, accountId }: CounterQuestion,
): Promise<Counters | null> {
  if (!provider) return null;
  const takenAt = await readDatabaseTime(db);
  if (serviceType === "followers") {
    const found = await provider.lookupProfile(platform, username);
    return { takenAt, source, of: () => followersOf(found, accountId) };
  }
  const posts = await provider.listPosts(platform, username, {
    kind: "all",
    count: listedPosts,
    postsCount: null,
  });
  return { takenAt, source, of: (postId) => counterOf(posts, serviceType, postId) };
}

/**
 * The counters in the cache from between these moments: from the buyer's lookup of the profile, or the shop's before
 * the order was sent. Null when there are none of that time.
 */
export async function recallCounters(
  { db }: SocialDeps,
  { platform, serviceType, username, accountId }: CounterQuestion,
  { from, to }: { from: Date; to: Date },
): Promise<Counters | null> {
  const isProfile = serviceType === "followers";
  const key = isProfile ? profileKey(platform, username) : postsKey("all", platform, username);
  const row = await db.socialCache.findUnique({ where: { key } });
  if (!row || row.fetchedAt > to || row.fetchedAt < from) return null;
  const takenAt = row.fetchedAt;
  if (isProfile) {
    const found = profileResultSchema.safeParse(row.value).data;
    return { takenAt, source, of: () => (found ? followersOf(found, accountId) : null) };
  }
  const posts = z.object({ posts: z.array(countedPostSchema) }).safeParse(row.value).data?.posts ?? [];
  return { takenAt, source, of: (postId) => counterOf(posts, serviceType, postId) };
}

/** The followers of the account that was ordered for; null when the name belongs to another account by now. */
function followersOf(found: ProfileResult, accountId: string | null): Interval | null {
  return found.exists && !isOtherAccount(found, accountId) ? found.followers : null;
}

function counterOf(posts: CountedPost[], serviceType: ServiceType, postId: string | null): Interval | null {
  const post = posts.find(({ id }) => id === postId);
  return (serviceType === "likes" ? post?.likes : post?.views) ?? null;
}
