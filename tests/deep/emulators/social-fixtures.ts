import { beforeEach } from "vitest";
import { z } from "zod";
import type { Delivered } from "@/lib/local/social/counters";
import { startSocial } from "@/lib/local/social/start";
import { useEmulator } from "../../support/emulator";

/** The social data vendor for one test file, with a customer who has a key. Use it inside tests only. */
export function useVendor(delivered?: Delivered) {
  const { url, control, view } = useEmulator(() => startSocial({ port: 0 }, delivered));
  beforeEach(() => control("/reset"));
  const get = (path: string, headers: Record<string, string> = { "x-api-key": "fixture" }) =>
    fetch(`${url()}${path}`, { headers });
  return {
    url,
    control,
    view,
    get,
    /** One answer's JSON in the shape that a test expects; throws when it has another. */
    read: async <T>(path: string, shape: z.ZodType<T>) => shape.parse(await (await get(path)).json()),
  };
}

const count = z.number().int().min(0);
const picture = z.url();

export const instagramProfile = z.object({
  success: z.literal(true),
  credits_remaining: count,
  credits_charged: z.literal(1),
  data: z.object({
    user: z.object({
      id: z.string().regex(/^\d{10}$/),
      username: z.string(),
      full_name: z.string(),
      biography: z.string(),
      is_private: z.boolean(),
      is_verified: z.boolean(),
      profile_pic_url_hd: picture,
      edge_followed_by: z.object({ count }),
      edge_follow: z.object({ count }).optional(),
      media_count: z.null(),
      edge_owner_to_timeline_media: z.object({ count, edges: z.array(z.unknown()) }),
    }),
  }),
});

const image = z.object({ candidates: z.array(z.object({ url: picture })).min(1) });

export const instagramPosts = z.object({
  items: z.array(
    z.object({
      id: z.string().regex(/^\d+_\d{10}$/),
      pk: z.string().regex(/^\d{19}$/),
      code: z.string().regex(/^[\w-]{11}$/),
      media_type: z.union([z.literal(1), z.literal(2), z.literal(8)]),
      taken_at: count,
      caption: z.object({ text: z.string() }).nullable(),
      image_versions2: image.optional(),
      carousel_media: z.array(z.object({ image_versions2: image })).optional(),
      video_versions: z.array(z.object({ url: z.url() })).optional(),
    }),
  ),
  num_results: count,
  more_available: z.boolean(),
  next_max_id: z.string().optional(),
});

export const tiktokProfile = z.object({
  success: z.literal(true),
  user: z.object({
    id: z.string().regex(/^\d{19}$/),
    uniqueId: z.string(),
    nickname: z.string(),
    signature: z.string(),
    verified: z.boolean(),
    privateAccount: z.boolean(),
    avatarMedium: picture,
  }),
  stats: z.object({ followerCount: count, followingCount: count.optional(), videoCount: count.optional() }),
});

const urls = z.object({ url_list: z.array(z.url()).min(1) });

export const tiktokVideos = z.object({
  success: z.literal(true),
  status_code: z.literal(0),
  has_more: z.union([z.literal(0), z.literal(1)]),
  max_cursor: count,
  aweme_list: z.array(
    z.object({
      aweme_id: z.string().regex(/^\d{19}$/),
      desc: z.string(),
      create_time: count,
      statistics: z.object({ play_count: count, digg_count: count }),
      video: z.object({ cover: urls, origin_cover: urls, dynamic_cover: urls, play_addr: urls.optional() }),
      image_post_info: z.object({ images: z.array(z.object({ thumbnail: urls })).min(1) }).optional(),
    }),
  ),
});

export const tiktokHit = z.object({
  user_info: z.object({
    uid: z.string(),
    unique_id: z.string(),
    nickname: z.string(),
    signature: z.string(),
    follower_count: count,
    custom_verify: z.string(),
    avatar_medium: urls,
  }),
});
