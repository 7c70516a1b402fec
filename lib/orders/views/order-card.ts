import type { Ending } from "@/lib/orders/order/order-ending";
import type { OrderMoney } from "@/lib/orders/order/order-money";
import type { UnitWords } from "@/lib/shop/catalog/catalog";
import type { OrderStatus } from "./order-view";

export type CardProgress = {
  percent: number;
  delivered: number;
  remains: number;
  lastCheckedAt: string | null;
};

/** The changing part of a card, as the live stream sends it. */
export type LiveCard = {
  id: string;
  status: OrderStatus;
  /** True while a part of its delivery waits for a target that could not be reached. */
  isPaused: boolean;
  refundedCents: number;
  /** The further money that goes back of a cancelled order's payment; null for any other order. */
  money: OrderMoney | null;
  ending: Ending | null;
  progress: CardProgress | null;
};

/** A post that was chosen for an order, with its units. */
type CardPost = { postUrl: string; quantity: number };

/** One of a customer's own orders in a list: plain JSON, times as ISO 8601, money in cents. */
export type OrderCard = LiveCard & {
  /** Opens the order's page. */
  token: string;
  /** The platform's accent; null for one that the catalogue does not have. */
  accent: string | null;
  platformLabel: string;
  serviceLabel: string;
  unit: UnitWords;
  username: string;
  target: string;
  quantity: number;
  totalCents: number;
  postUrl: string;
  posts: CardPost[];
  /** What a post gets: `likes`. */
  postUnit: string;
  /** The supplier's number of the first accepted item, which a customer may quote as the order's id. */
  providerOrderId: string | null;
  createdAt: string;
};

/** The groups of an account's orders. `closed`: ended without full delivery (partial, failed), or expired unpaid. */
export const orderGroups = {
  active: ["pending", "processing"],
  completed: ["completed"],
  closed: ["partial", "failed", "expired"],
} as const satisfies Record<string, readonly OrderStatus[]>;

export type OrderGroup = keyof typeof orderGroups;

export const orderGroupNames = ["active", "completed", "closed"] as const satisfies OrderGroup[];

/** One page of a list; `next` is the cursor of the following page (list-page.ts), null at the end. */
export type OrderPage = { orders: OrderCard[]; next: string | null };

/** How many orders a customer has, how many are pending or processing, and how many were delivered in full. */
export type OrderCounts = { total: number; active: number; done: number };

/** True while an order can still change, so that a page should show it live. */
export function isActive(status: OrderStatus): boolean {
  return status === "pending" || status === "processing";
}
