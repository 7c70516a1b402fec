import type { EmulatedService, SocialPlatform } from "../emulated";
import type { Account } from "./account";
import type { SocialPost } from "./posts";
import { habitsOf, type SocialState } from "./state";

/** The units on a target (a profile by its handle, a post by its code) at a time, in Unix milliseconds. */
export type Delivered = (
  platform: SocialPlatform,
  kind: EmulatedService,
  name: string,
  atMs: number,
) => number;

/** A count as an answer has it: undefined is left out, a text is rounded ("17.7K"). */
export type Shown = number | string | null | undefined;

export type Counters = ReturnType<typeof openCounters>;

/** Instagram answers this for a count that the owner of a post hides. */
const meaningless = 3;

/** The smallest count that a platform rounds. */
const roundedFrom: Record<SocialPlatform, number> = { instagram: 1_000, tiktok: 10_000, youtube: 1_000 };

/**
 * The public counters: the invented counts plus the units on the target and a test's `gains`, shown by the account's
 * habits.
 */
export function openCounters(state: SocialState, delivered: Delivered) {
  /** One look at an account, which shows all its counters as they were at the same time. */
  return (account: Account) => {
    const { platform, handle } = account;
    const habits = habitsOf(state, platform, handle);
    const { lagsMs = [] } = habits;
    const lagMs = lagsMs[habits.looks % lagsMs.length] ?? 0;
    habits.looks += 1;
    const atMs = Date.now() - lagMs;
    const show = (count: number, kind: EmulatedService, name: string): Shown => {
      if (habits.hides === "null") return null;
      if (habits.hides === "missing") return undefined;
      const gain = gainAt(state, `${platform} ${kind} ${name}`, atMs);
      const current = Math.max(0, count + delivered(platform, kind, name, atMs) + gain);
      // YouTube rounds subscribers everywhere.
      const rounds = habits.rounds ?? (platform === "youtube" && kind === "followers" ? "number" : undefined);
      return rounds ? roundedDown(current, platform, rounds) : current;
    };
    return {
      account: (): Account<Shown> => ({
        ...account,
        followers: show(account.followers, "followers", handle),
        idInstead: state.accounts[`${platform} ${handle}`],
      }),
      post(post: SocialPost): SocialPost<Shown> {
        if (state.hidden.includes(`${platform} ${post.code}`))
          return { ...post, likes: meaningless, plays: meaningless, areCountsHidden: true };
        return {
          ...post,
          likes: show(post.likes, "likes", post.code),
          plays: show(post.plays, "views", post.code),
        };
      },
    };
  };
}

/** The units that a test had added to a counter by a time. */
function gainAt(state: SocialState, counter: string, atMs: number): number {
  return state.gains[counter]?.findLast((gain) => gain.sinceMs <= atMs)?.units ?? 0;
}

/**
 * As the platforms round: down to hundreds, and from a million on down to a hundred thousand; on YouTube to the first
 * three digits.
 */
function roundedDown(count: number, platform: SocialPlatform, as: "text" | "number"): number | string {
  if (count < roundedFrom[platform]) return count;
  const isMillions = count >= 1_000_000;
  const fixed = isMillions ? 100_000 : 100;
  const step = platform === "youtube" ? 10 ** (String(count).length - 3) : fixed;
  const rounded = Math.floor(count / step) * step;
  if (as === "number") return rounded;
  return isMillions ? `${rounded / 1_000_000}M` : `${rounded / 1_000}K`;
}
