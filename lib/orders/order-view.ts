import type { OrderStatus, PaymentStatus } from "@/lib/db/generated/enums";
import type { ItemTarget } from "@/lib/item-target";
import type { Platform, ServiceType } from "@/lib/platforms";
import type { RequestKind, RequestOffers } from "./request-offers";

export type { OrderStatus, PaymentStatus };

export type RefillProgress = "in_progress" | "completed" | "rejected";

export type OrderItemView = {
  id: string;
  label: string;
  target: ItemTarget;
  link: string;
  imageUrl: string | null;
  quantity: number;
  delivered: number;
  progress: ItemProgress;
  /** Its position in its target's queue, where the running item is first; null when it is not queued. */
  place: number | null;
  /** Units that our own count found missing after the delivery; null when none. */
  dropped: number | null;
  /** The state of its newest refill; null without one. */
  refill: RefillProgress | null;
  /** The replacement for units that were lost; null without one. */
  replacement: { quantity: number; delivered: number; isOver: boolean } | null;
  /** What the buyer can fix, and until when; null when there is nothing to fix. */
  fix: { reason: string; until: string } | null;
};

/** A chosen post, for ordering it again. */
export type OrderPostView = {
  id: string;
  kind: "post" | "reel";
  url: string;
  imageUrl: string | null;
  quantity: number;
};

/** A buyer's request, or a drop that the shop made good without one, with the decision about each target. */
export type RequestView = {
  id: string;
  kind: RequestKind;
  isOwn: boolean;
  at: string;
  decisions: { id: string; label: string; message: string; lookAgainAt: string | null }[];
};

/** One event of the timeline, newest last. */
export type OrderEventView = { id: string; at: string; type: string; label: string };

/**
 * An order as its page shows it, and as the live stream sends it: plain JSON, times as ISO 8601, money in cents.
 * The order's unguessable link opens it, so the buyer's email is masked.
 */
export type OrderView = {
  orderId: string;
  token: string;
  /** Different for each state of the order; the live stream uses it as event id. */
  version: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  platform: Platform;
  service: ServiceType;
  packageId: string;
  username: string;
  profile: { fullName: string; pictureUrl: string | null; isVerified: boolean };
  emailMasked: string;
  isGuest: boolean;
  lines: { label: string; count: number; amountCents: number }[];
  quantity: number;
  totalCents: number;
  refundedCents: number;
  createdAt: string;
  paidAt: string | null;
  finishedAt: string | null;
  progress: { percent: number; delivered: number; remains: number; lastCheckedAt: string | null } | null;
  /** While it is being delivered: how long most orders like it take, and whether this one takes longer. */
  forecast: { within: string; isLate: boolean } | null;
  items: OrderItemView[];
  posts: OrderPostView[];
  /** What the buyer may request under the terms. */
  requests: RequestOffers;
  /** The decisions so far, the newest request first. */
  decided: RequestView[];
  timeline: OrderEventView[];
  /** Stripe's page while the order can still be paid there. */
  payUrl: string | null;
};

/** The badge of each status. `partial` reads Cancelled; the text below it says what was delivered and refunded. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: "Pending",
  processing: "Processing",
  completed: "Completed",
  failed: "Failed",
  expired: "Expired",
  partial: "Cancelled",
};

/** A target's delivery as a customer sees it; suppliers' own words are never shown. */
export type ItemProgress = keyof typeof itemProgressLabels;

/** The badge of one target. */
export const itemProgressLabels = {
  queued: "Queued",
  sending: "Starting",
  checking: "Being checked",
  delivering: "Delivering",
  completed: "Delivered",
  partial: "Partly delivered",
  canceled: "Not delivered",
  paused: "Paused",
};
