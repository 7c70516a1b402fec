"use client";

import { OrdersFailed } from "@/components/orders/orders-failed";

export default function OrdersError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <OrdersFailed title="Error loading orders" detail="Failed to load your order history" onRetry={retry} />
  );
}
