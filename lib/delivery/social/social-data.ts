import { z } from "zod";
import { intervalSchema } from "./counter";

const count = z.number().int().nonnegative().nullable();
// Answers that were cached by 1.0 have none.
const counter = intervalSchema.nullable().default(null);

/**
 * A profile from a provider. Unknown counts are null; the picture is not proxied. `account_id` is the platform's own id,
 * which an account keeps when its name changes; null when unknown, as in answers that were cached by 1.0. `followers` is
 * what the counter proves, where `followers_count` is the number to show.
 */
const profileSchema = z.object({
  exists: z.literal(true),
  account_id: z.string().nullable().default(null),
  username: z.string(),
  full_name: z.string(),
  biography: z.string(),
  followers_count: count,
  followers: counter,
  following_count: count,
  posts_count: count,
  profile_picture_url: z.string().nullable(),
  is_private: z.boolean(),
  is_verified: z.boolean(),
});

/** A missing account is an answer too. */
export const profileResultSchema = z.discriminatedUnion("exists", [
  profileSchema,
  z.object({ exists: z.literal(false), username: z.string() }),
]);

/** One match of a search, which may lack counts and biography. */
export const searchHitSchema = profileSchema.omit({
  exists: true,
  account_id: true,
  followers: true,
  is_private: true,
});

/** A post, reel or video. `media_type`: 1 picture, 2 video, 8 several pictures, the numbers Instagram itself uses. */
export const postSchema = z.object({
  id: z.string(),
  permalink: z.string(),
  imageUrl: z.string().nullable(),
  caption: z.string(),
  videoUrl: z.string().nullable(),
  isVideo: z.boolean(),
  media_type: z.union([z.literal(1), z.literal(2), z.literal(8)]),
});

/** A post with its public counters; null where they are hidden or missing. */
export const countedPostSchema = postSchema.extend({
  likes: counter.catch(null),
  views: counter.catch(null),
});

export type ProfileResult = z.infer<typeof profileResultSchema>;
export type SearchHit = z.infer<typeof searchHitSchema>;
export type Post = z.infer<typeof postSchema>;
export type CountedPost = z.infer<typeof countedPostSchema>;
