import type { OrderItemView } from "@/lib/orders/order-view";

/** Notes on one target beside its progress; empty when there are none. */
export function itemNotes(item: OrderItemView): string[] {
  const notes: string[] = [];
  if (item.place !== null) {
    notes.push(`${ordinal(item.place)} in the queue for this ${item.target}`);
  }
  if (item.replacement) notes.push(replacementNote(item.replacement));
  else if (item.refill === "in_progress") notes.push("A refill is in progress.");
  else if (item.refill === "completed") notes.push("What was missing has been delivered again.");
  else if (item.dropped !== null) {
    notes.push(
      `At our last count, ${item.dropped.toLocaleString("en-US")} of them ${item.dropped === 1 ? "was" : "were"} missing.`,
    );
  }
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
