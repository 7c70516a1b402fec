import type { Account, PostKind, Theme } from "./account";
import { type Random, randomFrom } from "./random";
import { traits } from "./traits";

/** `Count` is how its counters are given: as they are, or as they are shown. */
export type SocialPost<Count = number> = {
  /** Instagram's pk, TikTok's aweme id or YouTube's id of a video. */
  id: string;
  /** Instagram's shortcode; elsewhere the id again. */
  code: string;
  kind: PostKind;
  takenAtS: number;
  caption: string | null;
  likes: Count;
  plays: Count;
  /** The post's owner hides the counts. */
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

/**
 * The `size` entries after the one with the cursor `after`; without a match, the first ones. `next` is the last one's
 * cursor, where more follow.
 */
export function pageAfter<T>(
  list: readonly T[],
  size: number,
  cursorOf: (entry: T) => string,
  after: string | undefined,
): { items: T[]; next: string | undefined } {
  const start = after === undefined ? 0 : list.findIndex((entry) => cursorOf(entry) === after) + 1;
  const items = list.slice(start, start + size);
  const last = items.at(-1);
  return { items, next: last && start + size < list.length ? cursorOf(last) : undefined };
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

const captions: Record<Theme, readonly [string, ...string[]]> = {
  travel: [
    "Missed the bus. Found this instead.",
    "The map said there was nothing here.",
    "Window seat, always 🚃",
    "Asked for directions, got invited to lunch.",
  ],
  food: [
    "Burnt the first one. Ate it anyway.",
    "New on the counter from Friday 🍋",
    "Sunday dough, Monday sandwiches. #fromscratch",
    "Someone asked for extra ginger. Someone was right.",
  ],
  craft: [
    "Forty hours in, one knot to go.",
    "A repair you are allowed to see.",
    "Workshop floor at the end of the week. #handmade",
    "Colour no. 14: wet slate.",
  ],
  music: [
    "Take nineteen. We kept take two.",
    "Rehearsal room, second cup of tea 🎹",
    "Somebody dropped a tambourine and it stayed in the song.",
    "The quiet part is the hardest. #livetake",
  ],
  sport: [
    "Cold hands, good morning.",
    "Legs say no, calendar says yes 🏃",
    "Recovery day, which means stairs.",
    "The team after the rain. The pitch after the team.",
  ],
  plants: [
    "Day 41: a leaf!",
    "The fern has opinions about the new window.",
    "Seeds swapped with a neighbour. #balconygarden",
    "Some weeds are just early.",
  ],
  city: [
    "Last tram, first star.",
    "Laundry lines as public art 🧺",
    "Twelve floors up and the traffic is a river.",
    "Someone painted the bench. Someone sat on it.",
  ],
  books: [
    "Read it in one sitting, on the wrong train.",
    "A shelf is a promise 📚",
    "The chapter that took two winters.",
    "New cover, same ending. Don't skip ahead.",
  ],
};
