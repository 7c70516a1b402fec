import { capitalized, inList } from "@/lib/base/text/words";
import { itemTarget } from "@/lib/orders/order/item-target";
import { handleOf } from "@/lib/shop/catalog/catalog";
import { findPlatform } from "@/lib/shop/catalog/vocabulary";

export type NamedOrder = {
  platform: string;
  username: string;
  target: string;
  selectedPosts: unknown;
  items: { postId: string | null }[];
};

/** What a platform calls the post or video at this place: `Reel 2`. */
export function targetName(platform: string, kind: "post" | "reel", index: number): string {
  const texts = findPlatform(platform)?.texts;
  const { one } = (kind === "reel" ? texts?.video : texts?.post) ?? { one: kind };
  return `${capitalized(one)} ${index + 1}`;
}

/** The kind of an item's target, and its name: `@harbor` or `Post 2`. Pure. */
export function targetView({ postId }: { postId: string | null }, order: NamedOrder, index: number) {
  const target = itemTarget(postId, order.selectedPosts);
  const label = target === "account" ? handleOf(order) : targetName(order.platform, target, index);
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
