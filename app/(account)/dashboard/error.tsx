"use client";

import { OrdersFailed } from "@/components/orders/orders-failed";

export default function DashboardError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <OrdersFailed title="Failed to load orders" detail="We could not load your account" onRetry={retry} />
  );
}
