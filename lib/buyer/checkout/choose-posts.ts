import { AppError } from "@/lib/base/errors";
import { storable } from "@/lib/base/text/storable-text";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { adapterOf, type SocialDeps } from "@/lib/delivery/social/social-deps";
import type { ChosenPost } from "@/lib/money/payments/insert-order";
import { hasPosts } from "@/lib/shop/catalog/catalog";
import { parsePostLink } from "@/lib/shop/catalog/links";
import { getPlatform, getSold } from "@/lib/shop/catalog/vocabulary";
import { allocateRest } from "./allocation";
import type { CreateOrderInput, SelectedPostInput } from "./create-order-schema";
import { deliveryProblem, type UnitRange } from "./delivery-limits";

/**
 * Checks the chosen posts against the profile's own (without a provider: by the form of their links), spreads the units
 * left unallocated, and checks each target's limits. An order for a profile has no posts. Errors: invalid_posts;
 * not_deliverable for more or fewer units than the supplier takes; lookup_unavailable.
 */
export async function choosePosts(
  deps: { social: SocialDeps },
  input: CreateOrderInput,
  username: string,
  { total, limits }: { total: number; limits: UnitRange },
): Promise<ChosenPost[]> {
  const { platform, serviceType, selectedPosts } = input;
  const service = getSold(platform, serviceType);
  const { label, unit } = service;
  if (!hasPosts(service.target)) {
    if (selectedPosts.length > 0) throw refusal(`${label} are delivered to the profile, not to posts.`);
    const problem = deliveryProblem(service, [total], limits);
    if (problem) throw new AppError("not_deliverable", { userMessage: problem });
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
      `You've allocated more ${unit.many} than available. Please adjust or add more ${unit.many}.`,
    );
  }
  const problem = deliveryProblem(
    service,
    allocations.map(({ quantity }) => quantity),
    limits,
  );
  if (problem) throw refusal(problem);
  const kind = selectedPosts.every((post) => post.kind === "reel") ? ("reels" as const) : ("all" as const);
  const own = adapterOf(deps.social, platform)
    ? await listPosts(deps.social, platform, username, { kind })
    : null;
  return selectedPosts.map((chosen, index) => {
    const post = own
      ? own.find((candidate) => candidate.id === chosen.id)
      : linkedPost(platform, username, chosen);
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
      caption: storable(post.caption, 200),
      quantity: allocations[index]?.quantity ?? 0,
    };
  });
}

/** The post that a pasted link names; null for another one, and for a reel that is no video. */
function linkedPost(platform: string, username: string, { id, url = "", kind }: SelectedPostInput) {
  const post = parsePostLink(getPlatform(platform), url, username);
  if (post?.id !== id || (kind === "reel" && !post.isVideo)) return null;
  return { ...post, imageUrl: null, caption: "" };
}

function refusal(userMessage: string): AppError {
  return new AppError("invalid_posts", { userMessage });
}
