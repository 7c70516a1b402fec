import { z } from "zod";

/** The account or post that receives an item, in the buyer's terms. */
type ItemTarget = "account" | "post" | "reel";

const postsSchema = z
  .array(
    z.object({
      postId: z.string(),
      kind: z.enum(["post", "reel"]).catch("post"),
      postUrl: z.string(),
      imageUrl: z.string().nullable().catch(null),
      quantity: z.number(),
    }),
  )
  .catch([]);

/** The chosen posts as an order stores them in `selectedPosts`; none when they can't be read. Pure. */
export function readSelectedPosts(stored: unknown) {
  return postsSchema.parse(stored);
}

/** The kind of target of an order's item; `selectedPosts` as the order stores them. Pure. */
export function itemTarget(postId: string | null, selectedPosts: unknown): ItemTarget {
  if (postId === null) return "account";
  return readSelectedPosts(selectedPosts).find((post) => post.postId === postId)?.kind ?? "post";
}
