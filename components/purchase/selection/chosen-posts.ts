import type { SelectedPost } from "../purchase-details";
import type { ShownPost } from "./fetch-posts";
import type { SelectionKind } from "./selection-plan";

/** A post as stored with the purchase details. */
export function toSelectedPost(post: ShownPost, kind: SelectionKind, quantity: number): SelectedPost {
  return { id: post.id, kind, url: post.url, imageUrl: post.imageUrl, quantity };
}

/** The earlier choice, as far as the account still shows it, in its order and with current links and pictures. */
export function onlyShown(chosen: SelectedPost[], shown: ShownPost[], kind: SelectionKind): SelectedPost[] {
  const seen = new Set<string>();
  return chosen.flatMap((entry) => {
    const post = shown.find((candidate) => candidate.id === entry.id);
    if (!post || seen.has(post.id)) return [];
    seen.add(post.id);
    return [toSelectedPost(post, kind, entry.quantity)];
  });
}
