import type { OrderStatus, PaymentStatus } from "@/lib/db/generated/enums";
import type { Platform, ServiceType } from "@/lib/platforms";
import type { RequestOffers } from "./request-offers";

export type { OrderStatus, PaymentStatus };

/** Where one target stands, in the words a customer needs; a supplier's own words stay inside. */
export type ItemProgress =
  | "queued"
  | "sending"
  | "checking"
  | "delivering"
  | "completed"
  | "partial"
  | "canceled"
  | "paused";

export type RefillProgress = "in_progress" | "completed" | "rejected";

export type OrderItemView = {
  id: string;
  label: string;
  link: string;
  imageUrl: string | null;
  quantity: number;
  delivered: number;
  progress: ItemProgress;
  /** Its place in the line for its target, the item that runs being first; null when it is not in line. */
  place: number | null;
  /** Units that were found missing after the delivery, by a count that isn't the supplier's; null when none. */
  dropped: number | null;
  /** Where its newest refill stands; null without one. */
  refill: RefillProgress | null;
  /** What the buyer can fix, and until when; null when there is nothing to fix. */
  fix: { reason: string; until: string } | null;
};

/** A post as it was chosen, for choosing it again. */
export type OrderPostView = {
  id: string;
  kind: "post" | "reel";
  url: string;
  imageUrl: string | null;
  quantity: number;
};

/** One line of the timeline, newest last. */
export type OrderEventView = { id: string; at: string; type: string; label: string };

/**
 * An order as its page shows it, and as the live stream sends it: plain JSON, times as ISO 8601, money in cents.
 * It is opened by the order's unguessable link, so it names no more of the buyer than the link's holder may know:
 * the email is masked.
 */
export type OrderView = {
  orderId: string;
  token: string;
  /** Changes with every change of the order; the live stream's event id. */
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
  items: OrderItemView[];
  posts: OrderPostView[];
  /** What the buyer may ask for under the terms. */
  requests: RequestOffers;
  timeline: OrderEventView[];
  /** Stripe's page while it can still be paid there. */
  payUrl: string | null;
};
