import { z } from "zod";
import { databaseNow } from "@/lib/clock";
import type { Platform, ServiceType } from "@/lib/platforms";
import { postsKey } from "@/lib/social/list-posts";
import { profileKey } from "@/lib/social/lookup-profile";
import { countedPostSchema, profileResultSchema } from "@/lib/social/schema";
import type { SocialDeps } from "@/lib/social/social-deps";

export type CounterQuestion = { platform: Platform; serviceType: ServiceType; username: string };

/** `of` is the profile's followers (`postId` null), or a post's likes or views; null when unknown. */
export type Counters = { takenAt: Date; source: string; of(postId: string | null): number | null };

const source = "scrapecreators";
// Posts older than the listed ones aren't counted.
const listedPosts = 20;

/**
 * Asks the social data provider, past the cache, for a profile's counters; all are unknown without a provider. Throws
 * ProviderError without an answer.
 */
export async function readCounters(
  { provider }: SocialDeps,
  { platform, serviceType, username }: CounterQuestion,
): Promise<Counters> {
  const takenAt = databaseNow();
  if (!provider) return { takenAt, source, of: () => null };
  if (serviceType === "followers") {
    const found = await provider.lookupProfile(platform, username);
    return { takenAt, source, of: () => (found.exists ? found.followers_count : null) };
  }
  const posts = await provider.listPosts(platform, username, {
    kind: "all",
    count: listedPosts,
    postsCount: null,
  });
  return { takenAt, source, of: (postId) => counterOf(posts, serviceType, postId) };
}

/**
 * The counters in the cache from between these moments: from the buyer's look-up of the profile, or the shop's before the
 * order was sent. Null when there are none of that time.
 */
export async function recallCounters(
  { db }: SocialDeps,
  { platform, serviceType, username }: CounterQuestion,
  { from, to }: { from: Date; to: Date },
): Promise<Counters | null> {
  const isProfile = serviceType === "followers";
  const key = isProfile ? profileKey(platform, username) : postsKey("all", platform, username);
  const row = await db.socialCache.findUnique({ where: { key } });
  if (!row || row.fetchedAt > to || row.fetchedAt < from) return null;
  const takenAt = row.fetchedAt;
  if (isProfile) {
    const found = profileResultSchema.safeParse(row.value).data;
    return { takenAt, source, of: () => (found?.exists ? found.followers_count : null) };
  }
  const posts = z.object({ posts: z.array(countedPostSchema) }).safeParse(row.value).data?.posts ?? [];
  return { takenAt, source, of: (postId) => counterOf(posts, serviceType, postId) };
}

function counterOf(
  posts: z.infer<typeof countedPostSchema>[],
  serviceType: ServiceType,
  postId: string | null,
): number | null {
  const post = posts.find(({ id }) => id === postId);
  return (serviceType === "likes" ? post?.likes_count : post?.views_count) ?? null;
}
