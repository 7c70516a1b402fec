import "server-only";
import { z } from "zod";
import { getDb } from "@/lib/base/db/client";
import { listPosts, maxPosts } from "@/lib/delivery/social/list-posts";
import { socialDepsOfPages } from "@/lib/delivery/social/social-deps";
import { functionHandler } from "./function-handler";

/** `get-instagram-posts`: the newest posts of an account, or only its reels. */
export const getInstagramPosts = functionHandler({
  name: "get-instagram-posts",
  limit: "posts",
  schema: z.object({
    username: z.string({ error: "Instagram username is required" }).max(200),
    kind: z.enum(["all", "reels"], { error: "kind is all or reels." }).default("all"),
  }),
  handler: async ({ input: { username, kind } }) => ({
    success: true,
    posts: await listPosts(socialDepsOfPages(getDb()), "instagram", username, { kind }),
  }),
});

/** `get-tiktok-posts`: the newest videos and picture posts of an account, at most 20. */
export const getTikTokPosts = functionHandler({
  name: "get-tiktok-posts",
  limit: "posts",
  schema: z.object({
    username: z.string({ error: "TikTok username is required" }).max(200),
    count: z
      .int({ error: "count is a whole number from 1." })
      .min(1, "count is a whole number from 1.")
      .default(maxPosts),
  }),
  handler: async ({ input: { username, count } }) => ({
    success: true,
    posts: await listPosts(socialDepsOfPages(getDb()), "tiktok", username, { count }),
  }),
});
