import type { ItemState } from "@/lib/base/db/generated/enums";

type CountedItem = { state: ItemState; quantity: number; remains: number | null };

/** The units of an item that arrived, as its supplier reported. Pure. */
export function deliveredUnits({ state, quantity, remains }: CountedItem): number {
  return state === "completed" ? quantity : quantity - (remains ?? quantity);
}
