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
} from "./wire";

const edgeCount = wireField(z.object({ count: wireCount })).transform((edge) => edge?.count ?? null);
const edgeCounter = wireField(z.object({ count: wireCounter() })).transform((edge) => edge?.count ?? null);

const userSchema = z.object({
  id: wireAccountId,
  // Some of the vendor's answers have it under the name of Instagram's own apps.
  pk: wireAccountId,
  username: z.string().min(1),
  full_name: wireText(200),
  biography: wireText(1_000),
  is_private: wireFlag,
  is_verified: wireFlag,
  profile_pic_url: wireUrl,
  profile_pic_url_hd: wireUrl,
  edge_followed_by: edgeCounter,
  edge_follow: edgeCount,
  media_count: wireCount,
  edge_owner_to_timeline_media: edgeCount,
});

/** `/v1/instagram/profile`. An answer without a user is a missing account. */
export function readInstagramProfile(answer: Answer, username: string): ProfileResult {
  if (!answer) return { exists: false, username };
  const { user } = readAnswer(z.object({ data: z.object({ user: z.unknown() }) }), answer).data;
  if (!user || !readAnswer(z.looseObject({}), user).username) return { exists: false, username };
  const found = readAnswer(userSchema, user);
  return {
    exists: true,
    account_id: found.id ?? found.pk,
    username: found.username.toLowerCase(),
    full_name: found.full_name,
    biography: found.biography,
    followers_count: found.edge_followed_by?.lowest ?? null,
    followers: found.edge_followed_by,
    following_count: found.edge_follow,
    posts_count: found.media_count ?? found.edge_owner_to_timeline_media,
    profile_picture_url: pickPicture([found.profile_pic_url_hd, found.profile_pic_url]),
    is_private: found.is_private,
    is_verified: found.is_verified,
  };
}

const hitSchema = userSchema
  .pick({
    full_name: true,
    is_verified: true,
    profile_pic_url: true,
  })
  .extend({ username: wireName });

/** `/v1/instagram/search`: names and pictures, no counts or biographies. */
export function readInstagramHits(answer: Answer): SearchHit[] {
  if (!answer) return [];
  const { users } = readAnswer(z.object({ data: z.object({ users: z.array(z.unknown()) }) }), answer).data;
  return readEntries(users, (entry) => {
    const hit = hitSchema.safeParse(entry).data;
    if (!hit) return null;
    return {
      username: hit.username,
      full_name: hit.full_name,
      biography: "",
      followers_count: null,
      following_count: null,
      posts_count: null,
      profile_picture_url: pickPicture([hit.profile_pic_url]),
      is_verified: hit.is_verified,
    };
  });
}

const candidatesSchema = wireField(
  z.object({ candidates: z.array(z.object({ url: wireUrl, width: wireCount })).catch([]) }),
).transform((versions) => versions?.candidates ?? []);

const mediaSchema = z.object({
  code: z.string().regex(/^[\w-]{1,64}$/),
  media_type: wireField(z.union([z.literal(1), z.literal(2), z.literal(8)])),
  product_type: wireField(z.string()),
  caption: wireField(z.union([z.object({ text: wireText(2_200) }), z.string()])),
  display_uri: wireUrl,
  image_versions2: candidatesSchema,
  video_versions: wireField(z.array(z.object({ url: wireUrl }))),
  like_count: wireCounter(),
  play_count: wireCounter(),
  like_and_view_counts_disabled: wireFlag,
  carousel_media: wireField(z.array(z.object({ image_versions2: candidatesSchema }))),
});

/** `/v2/instagram/user/posts`: a page of pictures, carousels and reels. */
export function readInstagramPosts(answer: Answer): PostPage {
  if (!answer) return { posts: [], nextCursor: null };
  const page = readAnswer(
    z.object({ items: z.array(z.unknown()), more_available: wireFlag, next_max_id: wireCursor }),
    answer,
  );
  const posts = readEntries(page.items, (entry) => readMedia(entry, false));
  return { posts, nextCursor: page.more_available ? page.next_max_id : null };
}

/** `/v1/instagram/user/reels`: a page of reels, each wrapped in a `media` object unless the answer is trimmed. */
export function readInstagramReels(answer: Answer): PostPage {
  if (!answer) return { posts: [], nextCursor: null };
  const page = readAnswer(z.object({ items: z.array(z.unknown()), max_id: wireCursor }), answer);
  const posts = readEntries(page.items, (entry) => {
    const wrapped = z.object({ media: z.unknown() }).safeParse(entry).data?.media;
    return readMedia(wrapped ?? entry, true);
  });
  return { posts, nextCursor: page.max_id };
}

function readMedia(entry: unknown, isFromReels: boolean): CountedPost | null {
  const media = mediaSchema.safeParse(entry).data;
  if (!media) return null;
  const isReel = isFromReels || media.product_type === "clips";
  const type = media.media_type ?? (isReel ? 2 : 1);
  const caption =
    typeof media.caption === "string" ? wireText(2_200).parse(media.caption) : media.caption?.text;
  // Where the owner hides the counts, a small number without meaning stands in for them.
  const areHidden = media.like_and_view_counts_disabled;
  const covers = [
    media.image_versions2,
    ...(media.carousel_media ?? []).map((child) => child.image_versions2),
  ];
  return {
    id: media.code,
    permalink: `https://www.instagram.com/${isReel ? "reel" : "p"}/${media.code}/`,
    imageUrl: pickPicture([...covers.flatMap(byFitness), media.display_uri]),
    caption: caption ?? "",
    videoUrl: type === 2 ? (media.video_versions?.find(({ url }) => url !== null)?.url ?? null) : null,
    isVideo: type === 2,
    media_type: type,
    likes: areHidden ? null : media.like_count,
    views: areHidden ? null : media.play_count,
  };
}

const thumbnailWidth = 480;

/** Pictures by fitness for a thumbnail: the smallest that fills it first, then the largest of the smaller ones. */
function byFitness(candidates: { url: string | null; width: number | null }[]): (string | null)[] {
  const missing = ({ width }: { width: number | null }) => Math.max(0, thumbnailWidth - (width ?? 0));
  return candidates
    .toSorted((a, b) => missing(a) - missing(b) || (a.width ?? 0) - (b.width ?? 0))
    .map((candidate) => candidate.url);
}

export const instagram: PlatformApi = {
  profile: { path: "/v1/instagram/profile", read: readInstagramProfile },
  search: { path: "/v1/instagram/search", read: readInstagramHits },
  listPosts: (ask, handle, { kind, count }, deadline) =>
    collectPosts(count, async (cursor) =>
      kind === "reels"
        ? readInstagramReels(await ask("/v1/instagram/user/reels", { handle, max_id: cursor }, deadline))
        : readInstagramPosts(
            await ask("/v2/instagram/user/posts", { handle, next_max_id: cursor }, deadline),
          ),
    ),
  pictures: {
    hosts: [".cdninstagram.com", ".fbcdn.net"],
    // `stp` names the crop.
    keyOf: (url) => `${url.pathname}?stp=${url.searchParams.get("stp") ?? ""}`,
    colors: { ground: "#f7d9cf", mark: "#b4492f" },
  },
};
