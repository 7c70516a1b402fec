import type { OrderStatus } from "@/lib/base/db/generated/enums";
import type { OrderItemView } from "./find-order-view";

export type { RequestView } from "./decided-requests";
export type { OrderEventView, OrderItemView, OrderView } from "./find-order-view";
export type { OrderStatus };

/** The badge of each status. `partial` is shown as Cancelled; the text below it says what was delivered and refunded. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: "Pending",
  processing: "Processing",
  completed: "Completed",
  failed: "Failed",
  expired: "Expired",
  partial: "Cancelled",
};

export const itemProgressLabels: Record<OrderItemView["progress"], string> = {
  queued: "Queued",
  sending: "Starting",
  checking: "Being checked",
  delivering: "Delivering",
  completed: "Delivered",
  partial: "Partly delivered",
  canceled: "Not delivered",
  paused: "Paused",
};
