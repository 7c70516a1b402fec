import type { Account, PostKind } from "./account";
import { captions } from "./captions";
import { type Random, randomFrom } from "./random";
import { accountId, traits } from "./traits";

export type SocialPost = {
  /** Instagram's pk or TikTok's aweme id. */
  id: string;
  /** Instagram's shortcode; on TikTok the id again. */
  code: string;
  kind: PostKind;
  takenAtS: number;
  caption: string | null;
  likes: number;
  plays: number;
  /** Its owner hides the counts. */
  areCountsHidden: boolean;
  durationMs: number;
  /** The seeds of its pictures, the cover first. */
  pictures: [string, ...string[]];
};

/** Fixed, so that an account always shows the same posts. */
const newestPostS = Date.UTC(2026, 8, 14, 17) / 1000;
const dayS = 86_400;

const known = new Map<string, SocialPost[]>();

/** All posts of an account, newest first. Private accounts show none. */
export function postsOf(account: Account): SocialPost[] {
  if (account.quirk === "private") return [];
  const key = `${account.platform} ${account.handle}`;
  const posts = known.get(key) ?? makePosts(account);
  known.set(key, posts);
  return posts;
}

/** The videos among the posts: Instagram's reels, TikTok's videos. */
export function videosOf(account: Account): SocialPost[] {
  return postsOf(account).filter(({ kind }) => kind === "video");
}

function makePosts(account: Account): SocialPost[] {
  const random = randomFrom(`posts ${account.platform} ${account.handle}`);
  const gapDays = random.between(0.8, 4);
  let takenAtS = newestPostS - random.whole(0, 3 * dayS);
  return Array.from({ length: account.posts }, (_, index) => {
    const post = makePost(account, random, index, takenAtS);
    takenAtS -= Math.round(gapDays * dayS * random.between(0.4, 1.6));
    return post;
  });
}

function makePost(account: Account, random: Random, index: number, takenAtS: number): SocialPost {
  const { picturePrefix, postId, postCode, postKind } = traits[account.platform];
  const id = postId(takenAtS, random.whole(0, 2 ** 32 - 1));
  const share = random.between(0, 1);
  const kind = account.quirk === "carousel" ? "carousel" : postKind(share);
  const seed = `${account.theme}-${picturePrefix}-${account.handle}-${index}`;
  const others = kind === "carousel" ? random.whole(1, 4) : 0;
  const likes = Math.round(account.followers * random.between(0.01, 0.12)) + random.whole(3, 40);
  return {
    id,
    code: postCode(id),
    kind,
    takenAtS,
    caption: random.chance(0.1) ? null : random.pick(captions[account.theme]),
    likes,
    plays: Math.round(likes * random.between(6, 30)),
    areCountsHidden: false,
    durationMs: random.whole(6_000, 75_000),
    pictures: [seed, ...Array.from({ length: others }, (_, other) => `${seed}-${other + 2}`)],
  };
}

/** Instagram's media id: the post's pk and its owner's. */
export function instagramMediaId(account: Account, post: SocialPost): string {
  return `${post.id}_${accountId(account)}`;
}
