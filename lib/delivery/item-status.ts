import type { ItemState } from "@/lib/db/generated/enums";

// submitting leads back to ready only on evidence that the supplier did nothing; everything that can't be proven is
// unknown. Should the supplier's number come all the same before the item is sent again, ready becomes submitted. A
// rejected item has left its target's queue, so it goes through waiting to be sent again; so does a paused one whose
// username was fixed, because its new target may have a queue of its own. An item that a database from a copy calls
// unsent may have been sent since: unknown, or, while it waits behind another, rejected.
const next: Record<ItemState, readonly ItemState[]> = {
  waiting: ["ready", "paused", "canceled", "rejected"],
  ready: ["submitting", "submitted", "paused", "canceled", "unknown"],
  submitting: ["submitted", "ready", "rejected", "unknown"],
  submitted: ["in_progress", "completed", "partial", "canceled"],
  in_progress: ["completed", "partial", "canceled"],
  unknown: ["submitted", "ready", "canceled"],
  rejected: ["waiting", "canceled"],
  paused: ["waiting", "ready", "canceled", "unknown"],
  completed: [],
  partial: [],
  canceled: [],
};

/** True when an item may go from one state to the other. Staying where it is isn't a transition. */
export function canItemBecome(from: ItemState, to: ItemState): boolean {
  return next[from].includes(to);
}

/** True for completed, partial and canceled: nothing further happens to the item. */
export function isItemFinal(state: ItemState): boolean {
  return next[state].length === 0;
}
