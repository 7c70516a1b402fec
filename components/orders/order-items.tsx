import { ExternalLink } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { Progress } from "@/components/ui/progress";
import { itemProgressLabels, type OrderItemView } from "@/lib/orders/order-view";
import { itemNotes } from "./item-text";

/** Each target of the order with how far its delivery is. */
export function OrderItems({ items }: { items: OrderItemView[] }) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
          <Avatar src={item.imageUrl} name={item.label} />
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <div className="flex items-center justify-between gap-3">
              <a
                href={item.link}
                target="_blank"
                rel="noopener noreferrer"
                className="-my-2 inline-flex min-h-11 min-w-0 items-center gap-1.5 font-medium underline-offset-4 hover:underline"
              >
                <span className="truncate">{item.label}</span>
                <ExternalLink aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
              <span className="shrink-0 text-sm text-muted-foreground">
                {itemProgressLabels[item.progress]}
              </span>
            </div>
            <Progress
              value={item.quantity > 0 ? (item.delivered / item.quantity) * 100 : 0}
              aria-label={`Progress of ${item.label}`}
            />
            <p className="text-sm text-muted-foreground tabular-nums">
              {item.delivered.toLocaleString("en-US")} of {item.quantity.toLocaleString("en-US")}
            </p>
            {itemNotes(item).map((note) => (
              <p key={note} className="text-sm">
                {note}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
