import { z } from "zod";
import type { Order } from "@/lib/base/db/generated/client";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { unreadable } from "@/lib/delivery/social/counter";
import { postsKey } from "@/lib/delivery/social/list-posts";
import { profileKey } from "@/lib/delivery/social/lookup-profile";
import {
  type CountedPost,
  countedPostSchema,
  type ProfileResult,
  profileResultSchema,
} from "@/lib/delivery/social/social-data";
import { adapterOf, type SocialDeps } from "@/lib/delivery/social/social-deps";
import { isOtherAccount } from "@/lib/orders/order/target-account";
import { hasPosts } from "@/lib/shop/catalog/catalog";
import type { Look } from "./known-units";

export type CounterQuestion = Pick<Order, "platform" | "target" | "counter" | "username"> & {
  /** The account that the name belonged to when it was ordered; null when unknown. */
  accountId: string | null;
};

/**
 * A look at the profile's followers (`postId` null), or at a post's likes or views; unreadable when they are hidden or
 * can't be found.
 */
export type Counters = (postId: string | null) => Look;

// Posts older than the listed ones aren't counted.
const listedPosts = 20;

/**
 * Asks the social data provider, bypassing the cache, for a profile's counters. Null where nobody counts: without a
 * provider or an adapter, and for a service that moves no public counter. Throws ProviderError without an answer.
 */
export async function readCounters(
  { db, provider }: SocialDeps,
  question: CounterQuestion,
): Promise<Counters | null> {
  const { platform, username } = question;
  const adapter = adapterOf({ provider }, platform);
  if (!provider || !adapter || question.counter === null) return null;
  const takenAt = await readDatabaseTime(db);
  if (!hasPosts(question.target)) {
    return countersOf(question, takenAt, await provider.lookupProfile(adapter, username), []);
  }
  const listed = { kind: "all", count: listedPosts, postsCount: null } as const;
  return countersOf(question, takenAt, undefined, await provider.listPosts(adapter, username, listed));
}

/**
 * The counters in the cache from between these moments: from the buyer's lookup of the profile, or the shop's before
 * the order was sent. Null when there are none of that time.
 */
export async function recallCounters(
  { db }: SocialDeps,
  question: CounterQuestion,
  { from, to }: { from: Date; to: Date },
): Promise<Counters | null> {
  const { platform, username } = question;
  const isOfPosts = hasPosts(question.target);
  const key = isOfPosts ? postsKey("all", platform, username) : profileKey(platform, username);
  const row = await db.socialCache.findUnique({ where: { key, fetchedAt: { gte: from, lte: to } } });
  if (!row) return null;
  const profile = profileResultSchema.safeParse(row.value).data;
  const posts = z.object({ posts: z.array(countedPostSchema) }).safeParse(row.value).data?.posts ?? [];
  return countersOf(question, row.fetchedAt, profile, posts);
}

function countersOf(
  { counter, accountId }: CounterQuestion,
  takenAt: Date,
  profile: ProfileResult | undefined,
  posts: CountedPost[],
): Counters {
  // The name may belong to another account by now.
  const followers = profile?.exists && !isOtherAccount(profile, accountId) ? profile.followers : null;
  return (postId) => {
    const post = posts.find(({ id }) => id === postId);
    const shown = counter === "followers" ? followers : post && readPost(counter, post);
    return { ...(shown ?? unreadable), takenAt };
  };
}

function readPost(counter: string | null, { likes, views }: CountedPost) {
  if (counter === "likes") return likes;
  return counter === "views" ? views : null;
}
