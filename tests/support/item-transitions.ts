import type { ItemState } from "@/lib/base/db/generated/enums";

// `submitting` becomes `ready` only on evidence that the supplier did nothing; without evidence it becomes `unknown`.
// `ready` becomes `submitted` when the supplier's order number arrives after the item was made ready again. `unknown`
// ends when an operator knows what arrived. A rejected item has given its target up, and a paused one may get another
// target with its new username, so both wait again. After a restore, unsent items that may have been bought become
// `unknown`, or `rejected` while another item holds their target.
const transitions: Record<ItemState, readonly ItemState[]> = {
  waiting: ["ready", "paused", "canceled", "rejected"],
  ready: ["submitting", "submitted", "paused", "canceled", "unknown"],
  submitting: ["submitted", "ready", "rejected", "unknown"],
  submitted: ["in_progress", "completed", "partial", "canceled"],
  in_progress: ["completed", "partial", "canceled"],
  unknown: ["submitted", "ready", "completed", "partial", "canceled"],
  rejected: ["waiting", "canceled"],
  paused: ["waiting", "ready", "canceled", "unknown"],
  completed: [],
  partial: [],
  canceled: [],
};

/** True when an item may go from one state to the other, by the database's function item_may_become. */
export function canItemBecome(from: ItemState, to: ItemState): boolean {
  return transitions[from].includes(to);
}
