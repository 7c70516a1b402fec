import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon, TimerOff } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { type OrderStatus, orderStatusLabels } from "@/lib/orders/order-view";

const icons: Record<OrderStatus, LucideIcon> = {
  pending: Clock,
  processing: LoaderCircle,
  completed: CircleCheck,
  failed: CircleX,
  expired: TimerOff,
  partial: Ban,
};

/** An order's status as text and icon. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const Icon = icons[status];
  return (
    <Badge variant={status}>
      <Icon
        aria-hidden="true"
        className={status === "processing" ? "animate-spin motion-reduce:animate-none" : undefined}
      />
      {orderStatusLabels[status]}
    </Badge>
  );
}
