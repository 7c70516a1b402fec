import { z } from "zod";
import { type Interval, readCounter } from "@/lib/delivery/social/counter";
import { ProviderError } from "@/lib/delivery/social/provider";
import type { CountedPost, ProfileResult, SearchHit } from "@/lib/delivery/social/social-data";
import type { Answer, Ask } from "./client";
import {
  type PlatformApi,
  pickPicture,
  readAnswer,
  readEntries,
  wireCount,
  wireField,
  wireText,
  wireUrl,
} from "./wire";

/**
 * YouTube as the vendor documents it at https://docs.scrapecreators.com/v1/youtube and, with sample answers, in
 * `api-config/apis.js` of its own client (https://github.com/ScrapeCreators/scrapecreators-cli, read at f9d093e): the
 * channel, its videos and Shorts, the search. Likes of videos come only with `includeExtras`.
 *
 * Not known yet: the fields of a search's `channels`, which are empty in the sample (read as the channel of a video is);
 * which channels are verified; and the answers for an unknown handle, a channel without Shorts and a hidden number of
 * subscribers. The client reads the vendor's usual answers for what is missing; a missing number is unknown.
 */

/** The number before a word: `110,447 views`. */
const wordedCounter = wireField(z.string()).transform((text) => readCounter(text?.split(" ")[0]));
const wireNumber = wireField(z.unknown()).transform((value) => readCounter(value));

const channelSchema = z.object({
  channelId: z.string().regex(/^UC[\w-]{22}$/),
  channel: wireText(300),
  name: wireText(200),
  description: wireText(1_000),
  avatar: wireField(
    z.object({
      image: z.object({ sources: z.array(z.object({ url: wireUrl, width: wireCount })) }),
    }),
  ),
  subscriberCount: wireNumber,
  subscriberCountText: wordedCounter,
  videoCountText: wordedCounter,
});

/** `/v1/youtube/channel`. An answer without an id is a missing channel. */
export function readYouTubeChannel(answer: Answer, username: string): ProfileResult {
  if (!answer) return { exists: false, username };
  if ("channelId" in answer && !answer.channelId) return { exists: false, username };
  const found = readAnswer(channelSchema, answer);
  const subscribers = toThreeDigits(found.subscriberCount) ?? found.subscriberCountText;
  const sources = found.avatar?.image.sources ?? [];
  return {
    exists: true,
    account_id: found.channelId,
    username: handleIn(found.channel) ?? username,
    full_name: found.name,
    biography: found.description,
    followers_count: subscribers?.lowest ?? null,
    followers: subscribers,
    following_count: null,
    posts_count: found.videoCountText?.lowest ?? null,
    profile_picture_url: pickPicture(
      sources.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0)).map(({ url }) => url),
    ),
    is_private: false,
    is_verified: false,
  };
}

/** YouTube floors a public number of subscribers to its first three digits, also where it is given in full. */
function toThreeDigits(count: Interval | null): Interval | null {
  if (!count || count.lowest !== count.highest) return count;
  const step = 10 ** Math.max(0, String(count.lowest).length - 3);
  return count.lowest % step === 0 ? { lowest: count.lowest, highest: count.lowest + step - 1 } : count;
}

function handleIn(address: string): string | null {
  return /@([\w.-]+)/.exec(address)?.[1]?.toLowerCase() ?? null;
}

const hitSchema = z.object({
  // `channel/UC…` where a channel has no handle.
  handle: z.string().transform((text) => /^@?([\w.-]+)$/.exec(text)?.[1]?.toLowerCase() ?? null),
  title: wireText(200),
  thumbnail: wireUrl,
  subscriberCountText: wordedCounter,
});

/** `/v1/youtube/search` for channels. Those without a handle are left out. */
export function readYouTubeHits(answer: Answer): SearchHit[] {
  if (!answer) return [];
  const { channels } = readAnswer(z.object({ channels: z.array(z.unknown()) }), answer);
  return readEntries(channels, (entry) => hitSchema.safeParse(entry).data ?? null).flatMap((hit) =>
    hit.handle === null
      ? []
      : {
          username: hit.handle,
          full_name: hit.title,
          biography: "",
          followers_count: hit.subscriberCountText?.lowest ?? null,
          following_count: null,
          posts_count: null,
          profile_picture_url: pickPicture([hit.thumbnail]),
          is_verified: false,
        },
  );
}

const wireTime = wireField(z.string()).transform((text) => Date.parse(text ?? "") || 0);

const videoSchema = z.object({
  id: z.string().regex(/^[\w-]{11}$/),
  title: wireText(2_200),
  thumbnail: wireUrl,
  // A text may be rounded (`750K`), and then its number is too, without saying so.
  viewCountText: wordedCounter,
  viewCountInt: wireNumber,
  likeCountText: wordedCounter,
  likeCountInt: wireNumber,
  // Of videos, and of Shorts.
  publishedTime: wireTime,
  publishDate: wireTime,
});

type DatedPost = { post: CountedPost; atMs: number };

/** The `videos` of `/v1/youtube/channel-videos`, or the `shorts` of `/v1/youtube/channel/shorts`. */
export function readYouTubeVideos(answer: Answer, list: "videos" | "shorts"): DatedPost[] {
  if (!answer) return [];
  const entries = readAnswer(z.array(z.unknown()).nullable(), answer[list]);
  return readEntries(entries ?? [], (entry) => {
    const video = videoSchema.safeParse(entry).data;
    if (!video) return null;
    const post = {
      id: video.id,
      permalink: `https://www.youtube.com/watch?v=${video.id}`,
      imageUrl: pickPicture([video.thumbnail]),
      caption: video.title,
      videoUrl: null,
      isVideo: true,
      media_type: 2 as const,
      likes: video.likeCountText ?? video.likeCountInt,
      views: video.viewCountText ?? video.viewCountInt,
    };
    return { post, atMs: video.publishedTime || video.publishDate };
  });
}

/** Likes make the vendor's answers fail more often, as it says; a list without them is better than none. */
async function askForVideos(ask: Ask, handle: string, deadline: AbortSignal): Promise<Answer> {
  const path = "/v1/youtube/channel-videos";
  const latest = { handle, sort: "latest" };
  try {
    return await ask(path, { ...latest, includeExtras: "true" }, deadline);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "upstream") throw error;
    return ask(path, latest, deadline);
  }
}

export const youtube: PlatformApi = {
  profile: { path: "/v1/youtube/channel", read: readYouTubeChannel },
  search: { path: "/v1/youtube/search", params: { type: "channels" }, read: readYouTubeHits },
  // Everything on YouTube is a video, whichever kind is wanted. A page of each tab has more than a list shows.
  listPosts: async (ask, handle, { count }, deadline) => {
    const [videos, shorts] = await Promise.all([
      askForVideos(ask, handle, deadline),
      ask("/v1/youtube/channel/shorts", { handle, sort: "newest" }, deadline),
    ]);
    const found = [...readYouTubeVideos(videos, "videos"), ...readYouTubeVideos(shorts, "shorts")];
    const posts = new Map(
      found.toSorted((a, b) => b.atMs - a.atMs).map(({ post }) => [post.id, post] as const),
    );
    return [...posts.values()].slice(0, count);
  },
  pictures: {
    hosts: ["i.ytimg.com", "img.youtube.com", "yt3.ggpht.com", "yt3.googleusercontent.com"],
    keyOf: (url) => url.pathname,
    colors: { ground: "#f6d5d3", mark: "#a8322b" },
  },
};
