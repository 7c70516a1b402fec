import "server-only";
import { z } from "zod";
import { getDb } from "@/lib/db/client";
import { listPosts } from "@/lib/social/list-posts";
import { socialDeps } from "@/lib/social/social-deps";
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
    posts: await listPosts(socialDeps(getDb()), "instagram", username, { kind }),
  }),
});
