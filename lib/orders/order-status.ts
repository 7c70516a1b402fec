import type { OrderStatus } from "./order-view";

// completed, partial and failed are final: the database refuses to leave them too.
const next: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "expired", "failed"],
  expired: ["pending", "processing"],
  processing: ["completed", "partial", "failed"],
  completed: [],
  partial: [],
  failed: [],
};

/**
 * True when an order may go from one status to the other. `expired` comes back when its buyer pays again (pending)
 * or a late payment arrives (processing). Staying where it is isn't a transition.
 */
export function canOrderBecome(from: OrderStatus, to: OrderStatus): boolean {
  return next[from].includes(to);
}
