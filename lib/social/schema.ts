import { z } from "zod";

const count = z.number().int().nonnegative().nullable();

/** A profile as a provider found it. Counts are null where the platform does not tell; the picture's address is raw. */
const profileSchema = z.object({
  exists: z.literal(true),
  username: z.string(),
  full_name: z.string(),
  biography: z.string(),
  followers_count: count,
  following_count: count,
  posts_count: count,
  profile_picture_url: z.string().nullable(),
  is_private: z.boolean(),
  is_verified: z.boolean(),
});

/** "There is no such account" is an answer like any other. */
export const profileResultSchema = z.discriminatedUnion("exists", [
  profileSchema,
  z.object({ exists: z.literal(false), username: z.string() }),
]);

/** One match of a search. A search knows less than a lookup: counts and biography may be missing. */
export const searchHitSchema = profileSchema.omit({ exists: true, is_private: true });

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

/** A post with what its public counters show; null where the platform or the vendor does not tell. */
export const countedPostSchema = postSchema.extend({
  likes_count: count.catch(null),
  views_count: count.catch(null),
});

export type ProfileResult = z.infer<typeof profileResultSchema>;
export type SearchHit = z.infer<typeof searchHitSchema>;
export type Post = z.infer<typeof postSchema>;
export type CountedPost = z.infer<typeof countedPostSchema>;
