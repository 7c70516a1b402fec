import { ExternalLink } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { OutsideLink } from "@/components/ui/outside-link";
import { Progress } from "@/components/ui/progress";
import { itemProgressLabels, type OrderItemView } from "@/lib/orders/views/order-view";

export function OrderItems({ items }: { items: OrderItemView[] }) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
          <Avatar src={item.imageUrl} name={item.label} />
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
              <OutsideLink
                href={item.link}
                className="-my-2 inline-flex min-h-11 min-w-0 items-center gap-1.5 font-medium underline-offset-4 hover:underline"
              >
                <span className="min-w-0 wrap-anywhere">{item.label}</span>
                <ExternalLink aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
              </OutsideLink>
              <span className="text-sm text-muted-foreground">{itemProgressLabels[item.progress]}</span>
            </div>
            <Progress
              value={(item.delivered / item.quantity) * 100}
              aria-label={`Progress of ${item.label}`}
            />
            <p className="text-sm text-muted-foreground tabular-nums">
              {item.delivered.toLocaleString("en-US")} of {item.quantity.toLocaleString("en-US")}
              {item.unit ? ` ${item.unit}` : null}
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

/** Notes on one target beside its progress; empty when there are none. */
export function itemNotes(item: OrderItemView): string[] {
  const notes: string[] = [];
  if (item.place !== null) {
    notes.push(`${ordinal(item.place)} in the queue for this ${item.target}`);
  }
  if (item.replacement) notes.push(replacementNote(item.replacement));
  else if (item.refill === "in_progress") notes.push("A refill is in progress.");
  else if (item.dropped !== null) {
    notes.push(
      `At our last count, ${item.dropped.toLocaleString("en-US")} of them ${item.dropped === 1 ? "was" : "were"} missing.`,
    );
  } else if (item.refill === "completed") notes.push("What was missing has been delivered again.");
  return notes;
}

function replacementNote({ quantity, delivered, isOver }: NonNullable<OrderItemView["replacement"]>): string {
  const units = `${delivered.toLocaleString("en-US")} of ${quantity.toLocaleString("en-US")}`;
  return isOver
    ? `Of what was missing, ${units} were delivered again.`
    : `What is missing is being delivered again: ${units}.`;
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en-US", { type: "ordinal" });

/** `1st`, `2nd`, `3rd`, `11th`, `22nd`. */
function ordinal(place: number): string {
  return `${place.toLocaleString("en-US")}${endings[rules.select(place)] ?? "th"}`;
}
