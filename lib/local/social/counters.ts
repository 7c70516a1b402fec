import type { Platform, ServiceType } from "@/lib/platforms";
import type { Account } from "./account";
import type { SocialPost } from "./posts";
import type { SocialState } from "./state";

/** The units delivered to a target: a profile by its handle, a post by its code. */
export type Delivered = (platform: Platform, kind: ServiceType, name: string) => number;

export type Counters = ReturnType<typeof openCounters>;

/** What Instagram answers for a count that the owner of a post hides. */
const meaningless = 3;

/** The public counters: the invented counts plus delivered units and a test's `gains` (negative ones are drops). */
export function openCounters(state: SocialState, delivered: Delivered) {
  const moved = (count: number, ...[platform, kind, name]: Parameters<Delivered>) => {
    const gain = delivered(platform, kind, name) + (state.gains[`${platform} ${kind} ${name}`] ?? 0);
    return Math.max(0, count + gain);
  };
  return {
    account: (account: Account): Account => ({
      ...account,
      followers: moved(account.followers, account.platform, "followers", account.handle),
      idInstead: state.accounts[`${account.platform} ${account.handle}`],
    }),
    post: (platform: Platform, post: SocialPost): SocialPost =>
      state.hidden.includes(`${platform} ${post.code}`)
        ? { ...post, likes: meaningless, plays: meaningless, areCountsHidden: true }
        : {
            ...post,
            likes: moved(post.likes, platform, "likes", post.code),
            plays: moved(post.plays, platform, "views", post.code),
          },
  };
}
