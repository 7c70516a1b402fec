import { z } from "zod";
import type { CountedPost, ProfileResult, SearchHit } from "@/lib/delivery/social/social-data";
import type { Answer } from "./client";
import {
  collectPosts,
  type PlatformApi,
  type PostPage,
  pickPicture,
  readAnswer,
  readEntries,
  wireAccountId,
  wireCount,
  wireCounter,
  wireCursor,
  wireField,
  wireFlag,
  wireName,
  wireText,
  wireUrl,
  wireUrlList,
} from "./wire";

const userSchema = z.object({
  id: wireAccountId,
  uniqueId: z.string().min(1),
  nickname: wireText(200),
  signature: wireText(1_000),
  verified: wireFlag,
  privateAccount: wireFlag,
  avatarLarger: wireUrl,
  avatarMedium: wireUrl,
  avatarThumb: wireUrl,
});

// TikTok floors what it shows, in its numbers too.
const flooredCounter = wireCounter({ isFloored: true });

const statsSchema = wireField(
  z.object({ followerCount: flooredCounter, followingCount: wireCount, videoCount: wireCount }),
);

/** `/v1/tiktok/profile`, without a `data` object. An answer without a user is a missing account. */
export function readTikTokProfile(answer: Answer, username: string): ProfileResult {
  if (!answer) return { exists: false, username };
  if (!("user" in answer)) readAnswer(z.object({ user: z.looseObject({}) }), answer);
  if (!answer.user || !readAnswer(z.looseObject({}), answer.user).uniqueId)
    return { exists: false, username };
  const { user, stats } = readAnswer(z.object({ user: userSchema, stats: statsSchema }), answer);
  return {
    exists: true,
    account_id: user.id,
    username: user.uniqueId.toLowerCase(),
    full_name: user.nickname,
    biography: user.signature,
    followers_count: stats?.followerCount?.lowest ?? null,
    followers: stats?.followerCount ?? null,
    following_count: stats?.followingCount ?? null,
    posts_count: stats?.videoCount ?? null,
    profile_picture_url: pickPicture([user.avatarMedium, user.avatarLarger, user.avatarThumb]),
    is_private: user.privateAccount,
    is_verified: user.verified,
  };
}

const hitSchema = z.object({
  unique_id: wireName,
  nickname: wireText(200),
  signature: wireText(1_000),
  follower_count: wireCount,
  following_count: wireCount,
  aweme_count: wireCount,
  custom_verify: wireText(100),
  enterprise_verify_reason: wireText(100),
  avatar_medium: wireUrlList,
  avatar_thumb: wireUrlList,
});

/** `/v1/tiktok/search/users`. The list has one of two names. */
export function readTikTokHits(answer: Answer): SearchHit[] {
  if (!answer) return [];
  const list = readAnswer(
    z.union([z.object({ users: z.array(z.unknown()) }), z.object({ user_list: z.array(z.unknown()) })]),
    answer,
  );
  return readEntries("users" in list ? list.users : list.user_list, (entry) => {
    const hit = z.object({ user_info: hitSchema }).safeParse(entry).data?.user_info;
    if (!hit) return null;
    return {
      username: hit.unique_id,
      full_name: hit.nickname,
      biography: hit.signature,
      followers_count: hit.follower_count,
      following_count: hit.following_count,
      posts_count: hit.aweme_count,
      profile_picture_url: pickPicture([...hit.avatar_medium, ...hit.avatar_thumb]),
      is_verified: hit.custom_verify !== "" || hit.enterprise_verify_reason !== "",
    };
  });
}

const pictureSchema = z.object({ thumbnail: wireUrlList, display_image: wireUrlList });

const videoSchema = z.object({
  // 64 bits: a JSON number would have lost its last digits.
  aweme_id: z.string().regex(/^\d{1,20}$/),
  desc: wireText(2_200),
  statistics: wireField(z.object({ digg_count: flooredCounter, play_count: flooredCounter })),
  video: wireField(
    z.object({
      cover: wireUrlList,
      origin_cover: wireUrlList,
      dynamic_cover: wireUrlList,
      ai_dynamic_cover: wireUrlList,
      play_addr: wireUrlList,
    }),
  ),
  image_post_info: wireField(z.object({ images: z.array(pictureSchema) })),
});

/**
 * `/v3/tiktok/profile/videos`: a page of videos and picture posts. The vendor's links are wrong, so they are built
 * here.
 */
export function readTikTokPosts(answer: Answer, username: string): PostPage {
  if (!answer) return { posts: [], nextCursor: null };
  const page = readAnswer(
    z.object({
      aweme_list: z.array(z.unknown()).nullish(),
      has_more: wireFlag,
      max_cursor: wireCursor,
    }),
    answer,
  );
  const posts = readEntries(page.aweme_list ?? [], (entry) => readVideo(entry, username));
  return { posts, nextCursor: page.has_more ? page.max_cursor : null };
}

function readVideo(entry: unknown, username: string): CountedPost | null {
  const aweme = videoSchema.safeParse(entry).data;
  if (!aweme) return null;
  const { video } = aweme;
  const pictures = aweme.image_post_info?.images ?? [];
  const isVideo = pictures.length === 0;
  return {
    id: aweme.aweme_id,
    permalink: `https://www.tiktok.com/@${username}/${isVideo ? "video" : "photo"}/${aweme.aweme_id}`,
    imageUrl: pickPicture([
      ...(video ? [video.cover, video.origin_cover, video.dynamic_cover, video.ai_dynamic_cover].flat() : []),
      ...pictures.slice(0, 1).flatMap((picture) => [...picture.thumbnail, ...picture.display_image]),
    ]),
    caption: aweme.desc,
    videoUrl: isVideo ? (video?.play_addr[0] ?? null) : null,
    isVideo,
    media_type: isVideo ? 2 : pictures.length > 1 ? 8 : 1,
    likes: aweme.statistics?.digg_count ?? null,
    views: aweme.statistics?.play_count ?? null,
  };
}

export const tiktok: PlatformApi = {
  profile: { path: "/v1/tiktok/profile", read: readTikTokProfile },
  search: { path: "/v1/tiktok/search/users", read: readTikTokHits },
  listPosts: async (ask, handle, { kind, count, postsCount }, deadline) => {
    const page = async (cursor?: string, region?: string) =>
      readTikTokPosts(
        await ask("/v3/tiktok/profile/videos", { handle, max_cursor: cursor, region }, deadline),
        handle,
      );
    const posts = await collectPosts(count, page);
    // The vendor looks from Great Britain, where a profile may seem empty; then it is read from the United States too.
    const looksWrong = posts.length === 0 && (postsCount ?? 0) > 0;
    const listed = looksWrong ? (await page(undefined, "US")).posts : posts;
    return kind === "reels" ? listed.filter((post) => post.isVideo) : listed;
  },
  pictures: {
    hosts: [".tiktokcdn.com", ".tiktokcdn-us.com", ".tiktokcdn-eu.com"],
    keyOf: (url) => url.pathname,
    colors: { ground: "#cfecec", mark: "#17686e" },
  },
};
