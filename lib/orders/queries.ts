import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { ItemState } from "@/lib/db/generated/enums";
import { sha256 } from "@/lib/ids";
import { describeEvent } from "./describe-event";
import type { ItemProgress, OrderView } from "./order-view";

const profileSchema = z.object({
  fullName: z.string().catch(""),
  pictureUrl: z.string().nullable().catch(null),
  isVerified: z.boolean().catch(false),
});

const chosenPostsSchema = z
  .array(z.object({ postId: z.string(), imageUrl: z.string().nullable(), caption: z.string() }))
  .catch([]);

/** The order that a link's token opens, as its page shows it; null for a token that opens nothing. */
export async function findOrderView(db: Db, token: string): Promise<OrderView | null> {
  if (!/^[\w-]{22,64}$/.test(token)) return null;
  const order = await db.order.findUnique({
    where: { token },
    include: {
      lines: { orderBy: { position: "asc" } },
      items: { orderBy: { position: "asc" } },
      events: { orderBy: { id: "asc" } },
      attempts: { orderBy: { number: "desc" }, take: 1 },
      fulfillment: true,
    },
  });
  if (!order) return null;
  const profile = profileSchema.parse(order.profile);
  const posts = new Map(chosenPostsSchema.parse(order.selectedPosts).map((post) => [post.postId, post]));
  const newest = order.attempts[0];
  const view: Omit<OrderView, "version"> = {
    orderId: order.id,
    token: order.token,
    status: order.status,
    paymentStatus: order.paymentStatus,
    platform: order.platform,
    service: order.serviceType,
    packageId: order.packageId,
    username: order.username,
    profile,
    emailMasked: maskEmail(order.email),
    isGuest: order.userId === null,
    lines: order.lines.map(({ label, count, amountCents }) => ({ label, count, amountCents })),
    quantity: order.quantity,
    totalCents: order.priceTotalCents,
    refundedCents: order.refundedCents,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    finishedAt: order.finishedAt?.toISOString() ?? null,
    progress: order.fulfillment && {
      percent: order.fulfillment.deliveryProgress,
      delivered: order.fulfillment.delivered,
      remains: order.fulfillment.remains,
      lastCheckedAt: order.fulfillment.lastCheckedAt?.toISOString() ?? null,
    },
    items: order.items.map((item, index) => ({
      id: item.id,
      label: item.postId ? `Post ${index + 1}` : `@${order.username}`,
      link: item.link,
      imageUrl: item.postId ? (posts.get(item.postId)?.imageUrl ?? null) : profile.pictureUrl,
      quantity: item.quantity,
      delivered: deliveredUnits(item.quantity, item.remains, item.state),
      progress: itemProgress[item.state],
    })),
    timeline: order.events.flatMap((event) => {
      const label = describeEvent(event.type, event.to, event.data);
      return label
        ? [{ id: String(event.id), at: event.createdAt.toISOString(), type: event.type, label }]
        : [];
    }),
    payUrl: order.status === "pending" && newest?.status === "open" ? newest.url : null,
  };
  return { ...view, version: sha256(JSON.stringify(view)).slice(0, 16) };
}

/** What a customer is told about each state of an item. */
const itemProgress: Record<ItemState, ItemProgress> = {
  waiting: "queued",
  ready: "queued",
  submitting: "sending",
  submitted: "delivering",
  in_progress: "delivering",
  completed: "completed",
  partial: "partial",
  canceled: "canceled",
  rejected: "checking",
  unknown: "checking",
  paused: "paused",
};

function deliveredUnits(quantity: number, remains: number | null, state: ItemState): number {
  if (state === "completed") return quantity;
  return remains === null ? 0 : quantity - remains;
}

/** `j•••@example.com`: enough for the owner to recognise, too little for anybody else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "•••" : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
