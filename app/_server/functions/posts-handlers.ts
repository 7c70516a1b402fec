import "server-only";
import { z } from "zod";
import { getDb } from "@/lib/base/db/client";
import { listPosts, maxPosts } from "@/lib/delivery/social/list-posts";
import { socialDepsOfPages } from "@/lib/delivery/social/social-deps";
import { functionHandler } from "./function-handler";
import { platformSchema } from "./platform-schema";

const username = (label: string) => z.string({ error: `${label} username is required` }).max(200);
const kind = z.enum(["all", "reels"], { error: "kind is all or reels." }).default("all");

async function answer(platform: string, name: string, options: Parameters<typeof listPosts>[3]) {
  return { success: true, posts: await listPosts(socialDepsOfPages(getDb()), platform, name, options) };
}

/** `list-posts`: the newest posts of an account of any platform, or only its videos. */
export const listPostsHandler = functionHandler({
  name: "list-posts",
  limit: "posts",
  schema: z.object({ platform: platformSchema, username: username("A"), kind }),
  handler: ({ input }) => answer(input.platform, input.username, { kind: input.kind }),
});

/** `get-instagram-posts`: the newest posts of an account, or only its reels. */
export const getInstagramPosts = functionHandler({
  name: "get-instagram-posts",
  limit: "posts",
  schema: z.object({ username: username("Instagram"), kind }),
  handler: ({ input }) => answer("instagram", input.username, { kind: input.kind }),
});

/** `get-tiktok-posts`: the newest videos and picture posts of an account, at most 20. */
export const getTikTokPosts = functionHandler({
  name: "get-tiktok-posts",
  limit: "posts",
  schema: z.object({
    username: username("TikTok"),
    count: z
      .int({ error: "count is a whole number from 1." })
      .min(1, "count is a whole number from 1.")
      .default(maxPosts),
  }),
  handler: ({ input }) => answer("tiktok", input.username, { count: input.count }),
});
