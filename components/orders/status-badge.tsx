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
import { type Ending, shownStatus } from "@/lib/orders/order/order-ending";
import { itemProgressLabels, type OrderStatus, orderStatusLabels } from "@/lib/orders/views/order-view";

const icons: Record<OrderStatus, LucideIcon> = {
  pending: Clock,
  processing: LoaderCircle,
  completed: CircleCheck,
  failed: CircleX,
  expired: TimerOff,
  partial: Ban,
};

type StatusBadgeProps = { status: OrderStatus; ending?: Ending | null; isPaused?: boolean };

/** An order's status as text and icon; a paused delivery is shown as Paused instead. */
export function StatusBadge({ status, ending = null, isPaused = false }: StatusBadgeProps) {
  const shown = shownStatus({ status, ending });
  const Icon = isPaused ? CirclePause : icons[shown];
  return (
    <Badge variant={shown}>
      <Icon
        aria-hidden="true"
        className={Icon === LoaderCircle ? "animate-spin motion-reduce:animate-none" : undefined}
      />
      {isPaused ? itemProgressLabels.paused : orderStatusLabels[shown]}
    </Badge>
  );
}
