import { z } from "zod";

/** What an item is delivered to, in the buyer's terms. */
export type ItemTarget = "account" | "post" | "reel";

const postsSchema = z
  .array(z.object({ postId: z.string(), kind: z.enum(["post", "reel"]).catch("post") }))
  .catch([]);

/** The kind of target of an order's item; `selectedPosts` as the order stores them. Pure. */
export function itemTarget(postId: string | null, selectedPosts: unknown): ItemTarget {
  if (postId === null) return "account";
  return postsSchema.parse(selectedPosts).find((post) => post.postId === postId)?.kind ?? "post";
}
