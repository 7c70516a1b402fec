import {
  Ban,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  TimerOff,
} from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { itemProgressLabels, type OrderStatus, orderStatusLabels } from "@/lib/orders/views/order-view";

const icons: Record<OrderStatus, LucideIcon> = {
  pending: Clock,
  processing: LoaderCircle,
  completed: CircleCheck,
  failed: CircleX,
  expired: TimerOff,
  partial: Ban,
};

/** An order's status as text and icon; a paused delivery is shown as Paused instead. */
export function StatusBadge({ status, isPaused = false }: { status: OrderStatus; isPaused?: boolean }) {
  const Icon = isPaused ? CirclePause : icons[status];
  return (
    <Badge variant={status}>
      <Icon
        aria-hidden="true"
        className={Icon === LoaderCircle ? "animate-spin motion-reduce:animate-none" : undefined}
      />
      {isPaused ? itemProgressLabels.paused : orderStatusLabels[status]}
    </Badge>
  );
}
