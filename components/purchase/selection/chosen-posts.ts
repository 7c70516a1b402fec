import type { SelectedPost } from "../purchase-details";
import type { ShownPost } from "./fetch-posts";
import type { SelectionKind } from "./selection-plan";

/** A post as it is kept with the order's details. */
export function toSelectedPost(post: ShownPost, kind: SelectionKind, quantity: number): SelectedPost {
  return { id: post.id, kind, url: post.url, imageUrl: post.imageUrl, quantity };
}

/**
 * What was chosen before, as far as the account still shows it, in the order in which it was chosen and with today's
 * links and pictures.
 */
export function onlyShown(chosen: SelectedPost[], shown: ShownPost[], kind: SelectionKind): SelectedPost[] {
  const seen = new Set<string>();
  return chosen.flatMap((entry) => {
    const post = shown.find((candidate) => candidate.id === entry.id);
    if (!post || seen.has(post.id)) return [];
    seen.add(post.id);
    return [toSelectedPost(post, kind, entry.quantity)];
  });
}
