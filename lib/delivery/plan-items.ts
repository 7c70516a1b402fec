import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Platform, ServiceType } from "@/lib/platforms";

export type PaidOrder = {
  id: string;
  platform: Platform;
  serviceType: ServiceType;
  /** The profile's address. */
  postUrl: string;
  quantity: number;
  /** As stored in the order's row; empty for followers. */
  selectedPosts: unknown;
};

export type PlannedItem = { link: string; targetKey: string; postId: string | null; quantity: number };

const postsSchema = z
  .array(z.object({ postId: z.string().min(1), postUrl: z.url(), quantity: z.number().int().positive() }))
  .min(1);

/**
 * The items of a paid order: followers go to the profile, likes and views to each selected post. Throws internal when the
 * order's snapshot has no usable posts.
 */
export function planItems(order: PaidOrder): PlannedItem[] {
  const keyOf = (link: string) => targetKey(order.platform, order.serviceType, link);
  if (order.serviceType === "followers") {
    return [{ link: order.postUrl, targetKey: keyOf(order.postUrl), postId: null, quantity: order.quantity }];
  }
  const posts = postsSchema.safeParse(order.selectedPosts);
  if (!posts.success) throw new AppError("internal", { detail: `order ${order.id} has no usable posts` });
  return posts.data.map(({ postId, postUrl, quantity }) => ({
    link: postUrl,
    targetKey: keyOf(postUrl),
    postId,
    quantity,
  }));
}

/**
 * The key of a target's queue: one item for each target and service is in progress at a time. Usernames ignore case; the
 * short codes in addresses of posts don't.
 */
export function targetKey(platform: Platform, service: ServiceType, link: string): string {
  return `${platform}:${service}:${service === "followers" ? link.toLowerCase() : link}`;
}
