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

/** An order's status in a word and a picture. A status of a newer shop than this page counts as pending. */
export function StatusBadge({ status }: { status: string }) {
  const known: OrderStatus = isKnown(status) ? status : "pending";
  const Icon = icons[known];
  return (
    <Badge variant={known} data-status={known}>
      <Icon
        aria-hidden="true"
        className={known === "processing" ? "animate-spin motion-reduce:animate-none" : undefined}
      />
      {orderStatusLabels[known]}
    </Badge>
  );
}

function isKnown(status: string): status is OrderStatus {
  return Object.hasOwn(orderStatusLabels, status);
}
