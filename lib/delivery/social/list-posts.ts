import { z } from "zod";
import { minute } from "@/lib/base/time/time";
import type { AdapterName } from "@/lib/shop/catalog/document";
import { cachedAnswer, findCached } from "./cached-answer";
import { profileKey, proxiedImage, requireUsername } from "./lookup-profile";
import type { PostKind } from "./provider";
import { type Post, postSchema, profileResultSchema } from "./social-data";
import { adapterOf, type ProviderDeps, type SocialDeps } from "./social-deps";

export const maxPosts = 20;

/**
 * The newest posts of a public account (or only its reels and videos), with proxied pictures. Empty for private, empty
 * and missing accounts, and where nothing can be looked up. Errors: invalid_username, lookup_unavailable.
 */
export async function listPosts(
  deps: SocialDeps,
  platform: string,
  username: string,
  options: { kind?: PostKind; count?: number } = {},
): Promise<Post[]> {
  const { kind = "all", count = maxPosts } = options;
  const name = requireUsername(platform, username);
  const { provider } = deps;
  const adapter = adapterOf(deps, platform);
  if (!provider || !adapter) return [];
  const { posts } = await cachedAnswer(
    { ...deps, provider },
    {
      key: postsKey(kind, platform, name),
      schema: z.object({ posts: z.array(postSchema) }),
      // An empty list is kept for a minute only: the customer may be making the account public.
      freshMs: ({ posts }) => (posts.length === 0 ? minute : 10 * minute),
      ask: async () => ({
        posts: await askForPosts({ ...deps, provider }, adapter, profileKey(platform, name), { name, kind }),
      }),
      unavailable: "Could not load your posts. Please try again.",
    },
  );
  return (
    posts
      .slice(0, Math.min(count, maxPosts))
      // The cached counters are for delivery only.
      .map((post) => ({ ...postSchema.parse(post), imageUrl: proxiedImage(post.imageUrl) }))
  );
}

export function postsKey(kind: PostKind, platform: string, name: string): string {
  return `posts-${kind}:${platform}:${name}`;
}

/** Asks the provider, unless a fresh lookup shows that the account has no visible posts: each call costs a credit. */
async function askForPosts(
  deps: ProviderDeps,
  adapter: AdapterName,
  profile: string,
  { name, kind }: { name: string; kind: PostKind },
): Promise<Post[]> {
  const cached = await findCached(deps, profile, profileResultSchema);
  const found = cached?.isFresh ? cached.answer : null;
  if (found && (!found.exists || found.is_private || found.posts_count === 0)) return [];
  const postsCount = found?.exists ? found.posts_count : null;
  return deps.provider.listPosts(adapter, name, { kind, count: maxPosts, postsCount });
}
