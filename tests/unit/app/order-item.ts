import type { OrderItemView } from "@/lib/orders/views/order-view";

/** An item of which nothing has arrived. */
export const orderItem: OrderItemView = {
  id: "i1",
  label: "Post 1",
  target: "post",
  link: "https://x/p1",
  unit: null,
  imageUrl: null,
  quantity: 100,
  delivered: 0,
  progress: "queued",
  place: null,
  dropped: null,
  neverArrived: false,
  refill: null,
  replacement: null,
  fix: null,
};
