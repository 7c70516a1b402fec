import { z } from "zod";
import type { Tx } from "@/lib/base/db/client";
import { type Order, Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { readParts } from "@/lib/orders/order/order-parts";
import { hasPosts } from "@/lib/shop/catalog/catalog";
import { promoteWaiting, targetLocks } from "./promote-waiting";

/** `postUrl` is the profile's address; `selectedPosts` are empty for what goes to the profile itself. */
export type PaidOrder = Pick<
  Order,
  "id" | "platform" | "serviceType" | "variant" | "target" | "postUrl" | "quantity"
> & { selectedPosts: unknown; parts: unknown };

/**
 * A paid order's fulfillment items and its delivery summary, as entries of a WITH list, for the statement that settles the
 * order. They wait, and the queues of their targets are locked: a later statement of the same transaction
 * promotes them (`promoteLocked`). Throws internal when the order's snapshot can't be delivered.
 */
export function insertItems(order: PaidOrder): { entries: Prisma.Sql[]; targetKeys: string[] } {
  const items = planItems(order).map((item, position) => ({ ...item, id: newId(), position }));
  const targetKeys = items.map((item) => item.targetKey);
  const inserted = Prisma.sql`items AS (
    INSERT INTO fulfillment_items
      (id, order_id, position, platform_slug, service_slug, variant, link, target_key, post_id, quantity, refill_days,
        updated_at)
    SELECT item.id, ${order.id}::uuid, item.position, ${order.platform},
      item."serviceType", item.variant, item.link, item."targetKey", item."postId", item.quantity,
      -- The days promised at the sale; a later change of the service does not shorten them.
      (SELECT refill_days FROM smm_services WHERE platform_slug = ${order.platform}
        AND service_slug = item."serviceType" AND variant = item.variant), now()
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS item(id uuid, position int, "serviceType" text, variant text, link text, "targetKey" text, "postId" text,
        quantity int)
    RETURNING quantity
  )`;
  const locked = Prisma.sql`queues AS (${targetLocks(targetKeys)})`;
  // PostgreSQL runs `queues` only because the summary reads it.
  const summary = Prisma.sql`summary AS (
    INSERT INTO order_fulfillment (order_id, remains)
    SELECT ${order.id}::uuid, sum(quantity) FROM items WHERE (SELECT count(*) FROM queues) > 0
  )`;
  return { entries: [inserted, locked, summary], targetKeys };
}

const postsSchema = z
  .array(z.object({ postId: z.string().min(1), postUrl: z.url(), quantity: z.number().int().positive() }))
  .min(1);

/**
 * The items of a paid order: one for each selected post, or one for the profile where none are selected, and after them
 * one for each extra. Errors: internal.
 */
export function planItems(order: PaidOrder) {
  const [ownPart, ...extras] = readParts(order);
  const profile = { link: order.postUrl, postId: null };
  const own = hasPosts(order.target)
    ? postsOf(order).map(({ postUrl, ...post }) => ({ ...post, link: postUrl }))
    : [{ ...profile, quantity: ownPart?.quantity ?? order.quantity }];
  const { platform } = order;
  return [
    ...own.map((item) => plannedItem(order, item)),
    ...extras.map(({ service: serviceType, quantity, ...extra }) =>
      plannedItem({ platform, serviceType, ...extra }, { ...profile, quantity }),
    ),
  ];
}

function postsOf(order: PaidOrder) {
  const posts = postsSchema.safeParse(order.selectedPosts);
  if (!posts.success) throw new AppError("internal", { detail: `order ${order.id} has no usable posts` });
  return posts.data;
}

type Sold = Pick<Order, "platform" | "serviceType" | "variant" | "target">;

function plannedItem(
  { serviceType, variant, ...sold }: Sold,
  item: { link: string; postId: string | null; quantity: number },
) {
  return { ...item, serviceType, variant, targetKey: targetKey({ ...sold, serviceType }, item.link) };
}

/** The key of a target's queue: one item for each target and service is in progress at a time. */
export function targetKey(
  { platform, serviceType, target }: Pick<Order, "platform" | "serviceType" | "target">,
  link: string,
): string {
  return `${platform}:${serviceType}:${linkInKey(target, link)}`;
}

/** The last part of a target's key. Usernames ignore case; the codes in other addresses don't. */
export function linkInKey(target: string, link: string): string {
  return target === "profile" ? link.toLowerCase() : link;
}

/**
 * Adds the item that redelivers lost units of an ended item, in the caller's transaction after `lockItemsOf`. A unique
 * index allows one per item. It counts in the order's timeline and costs, but neither in its units nor in its status.
 */
export async function createReplacement(
  tx: Tx,
  { itemId, units }: { itemId: string; units: number },
): Promise<void> {
  const [added] = await tx.$queryRaw<{ target_key: string }[]>`
    INSERT INTO fulfillment_items
      (id, order_id, position, platform_slug, service_slug, variant, link, target_key, post_id, quantity,
        replaces_item_id, updated_at)
    SELECT ${newId()}::uuid, order_id, (SELECT max(position) + 1 FROM fulfillment_items WHERE order_id = lost.order_id),
      platform_slug, service_slug, variant, link, target_key, post_id, ${units}::int, id, now()
    FROM fulfillment_items AS lost WHERE id = ${itemId}::uuid
    RETURNING target_key`;
  await promoteWaiting(tx, added ? [added.target_key] : []);
}
