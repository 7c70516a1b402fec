import type { Platform, ServiceType } from "@/lib/platforms";
import type { OrderStatus, PaymentStatus } from "./order-view";

/** How far an order's delivery is. */
export type CardProgress = {
  percent: number;
  delivered: number;
  remains: number;
  lastCheckedAt: string | null;
};

/** The part of a card that changes while its owner looks at it, as the live stream sends it. */
export type LiveCard = {
  id: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  refundedCents: number;
  progress: CardProgress | null;
};

/** A post that was chosen for an order, with the units meant for it. */
export type CardPost = { postUrl: string; quantity: number };

/** One of a customer's own orders, as lists show it: plain JSON, times as ISO 8601, money in cents. */
export type OrderCard = LiveCard & {
  /** Opens the order's page. */
  token: string;
  platform: Platform;
  service: ServiceType;
  username: string;
  quantity: number;
  totalCents: number;
  postUrl: string;
  posts: CardPost[];
  /** The first accepted item's id at its supplier. */
  providerOrderId: string | null;
  createdAt: string;
};

/** Which of the orders a list is about. `closed` ended otherwise than delivered: cancelled, failed, expired. */
export const orderGroups = {
  active: ["pending", "processing"],
  completed: ["completed"],
  closed: ["partial", "failed", "expired"],
} as const satisfies Record<string, readonly OrderStatus[]>;

export type OrderGroup = keyof typeof orderGroups;

export const orderGroupNames = ["active", "completed", "closed"] as const satisfies OrderGroup[];

/** One page of a list; `next` is where the page that follows begins (order-cursor.ts), null at the end. */
export type OrderPage = { orders: OrderCard[]; next: string | null };

/** How many orders a customer has, how many are pending or processing, and how many were delivered in full. */
export type OrderCounts = { total: number; active: number; done: number };

/** True while an order can still change by itself, so that a page should follow it. */
export function isActive(status: OrderStatus): boolean {
  return status === "pending" || status === "processing";
}
