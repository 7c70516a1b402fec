import type { OrderStatus } from "./order-view";

// completed, partial and failed are final, which a trigger enforces too.
const next: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "expired", "failed"],
  expired: ["pending", "processing"],
  processing: ["completed", "partial", "failed"],
  completed: [],
  partial: [],
  failed: [],
};

/** For how many days after its last payment page an order that was never paid is kept (lib/running/worker/retention.ts). */
export const unpaidOrderDays = 30;

/**
 * True when an order may change from one status to the other. `expired` can become pending when its buyer opens a new
 * payment page, or processing when a late payment arrives. Keeping the status is no transition.
 */
export function canOrderBecome(from: OrderStatus, to: OrderStatus): boolean {
  return next[from].includes(to);
}
