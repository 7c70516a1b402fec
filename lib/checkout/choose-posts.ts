import { loadUnitLimits } from "@/lib/catalog/queries";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { listPosts } from "@/lib/social/list-posts";
import type { SocialDeps } from "@/lib/social/social-deps";
import { allocateRest } from "./allocation";
import type { CreateOrderInput } from "./schema";

/** A chosen post as the order keeps it; `postUrl` is the server's own link. */
export type ChosenPost = {
  postId: string;
  kind: "post" | "reel";
  postUrl: string;
  imageUrl: string | null;
  caption: string;
  quantity: number;
};

/**
 * Checks the chosen posts against the profile's own and spreads what was left unallocated. Followers need none and
 * get none. Errors: invalid_posts with the sentence for the buyer.
 */
export async function choosePosts(
  deps: { db: Db; social: SocialDeps },
  input: CreateOrderInput,
  username: string,
  total: number,
): Promise<ChosenPost[]> {
  const { platform, serviceType, selectedPosts } = input;
  if (serviceType === "followers") {
    if (selectedPosts.length > 0) throw refusal("Followers are delivered to the profile, not to posts.");
    return [];
  }
  if (selectedPosts.length === 0) throw refusal("Please select at least one post to continue");
  if (new Set(selectedPosts.map((post) => post.id)).size < selectedPosts.length) {
    throw refusal("Please select each post only once.");
  }
  const allocations = allocateRest(
    selectedPosts.map((post) => ({ postId: post.id, quantity: post.quantity })),
    total,
  );
  if (!allocations) {
    throw refusal(
      `You've allocated more ${serviceType} than available. Please adjust or add more ${serviceType}.`,
    );
  }
  const limits = await loadUnitLimits(deps.db, platform, serviceType);
  if (allocations.some(({ quantity }) => quantity < limits.min || quantity > limits.max)) {
    throw refusal(
      `Each post takes ${limits.min.toLocaleString("en-US")} to ${limits.max.toLocaleString("en-US")} ${serviceType}.`,
    );
  }
  const kind = selectedPosts.every((post) => post.kind === "reel") ? ("reels" as const) : ("all" as const);
  const own = await listPosts(deps.social, platform, username, { kind });
  return selectedPosts.map((chosen, index) => {
    const post = own.find((candidate) => candidate.id === chosen.id);
    if (!post || (chosen.url !== undefined && chosen.url !== post.permalink)) {
      throw refusal(
        "One of the selected posts could not be found on this profile. Please select your posts again.",
      );
    }
    return {
      postId: post.id,
      kind: chosen.kind,
      postUrl: post.permalink,
      imageUrl: post.imageUrl,
      caption: post.caption.slice(0, 200),
      quantity: allocations[index]?.quantity ?? 0,
    };
  });
}

function refusal(userMessage: string): AppError {
  return new AppError("invalid_posts", { userMessage });
}
