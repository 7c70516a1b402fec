import { inList } from "@/lib/base/text/words";
import { itemTarget } from "@/lib/orders/order/item-target";

export type NamedOrder = { username: string; selectedPosts: unknown; items: { postId: string | null }[] };

const targetNames = { post: "Post", reel: "Reel" };

/** The kind of an item's target, and its name: `@harbor` or `Post 2`. Pure. */
export function targetView(
  { postId }: { postId: string | null },
  { username, selectedPosts }: NamedOrder,
  index: number,
) {
  const target = itemTarget(postId, selectedPosts);
  const label = target === "account" ? `@${username}` : `${targetNames[target]} ${index + 1}`;
  return { label, target };
}

/** The targets at these places, `Post 1 and Post 3`; null for all of an order's, and for none. Pure. */
export function targetsInWords(order: NamedOrder, indexes: number[]): string | null {
  const chosen = new Set(indexes);
  if (chosen.size === 0 || chosen.size === order.items.length) return null;
  return inList(
    order.items.flatMap((item, index) => (chosen.has(index) ? targetView(item, order, index).label : [])),
  );
}
