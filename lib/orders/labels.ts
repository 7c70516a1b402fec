import type { ItemProgress, OrderStatus } from "./order-view";

/** The badge of each status. `partial` reads Cancelled; the line under it says what was delivered and refunded. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: "Pending",
  processing: "Processing",
  completed: "Completed",
  failed: "Failed",
  expired: "Expired",
  partial: "Cancelled",
};

/** What is happening with one target. */
export const itemProgressLabels: Record<ItemProgress, string> = {
  queued: "Queued",
  sending: "Starting",
  checking: "Being checked",
  delivering: "Delivering",
  completed: "Delivered",
  partial: "Partly delivered",
  canceled: "Not delivered",
  paused: "Paused",
};
