import { Prisma } from "./generated/client";
import type { ItemState, RefillState } from "./generated/enums";

// The trigger fulfillment_items_transitions enforces the same table. submitting becomes ready only on evidence that the
// supplier did nothing; without evidence it becomes unknown. ready becomes submitted when the supplier's order number
// arrives after the item was made ready again. unknown ends when an operator knows what arrived. A rejected item has given its target up, and a paused one may get another
// target with its new username, so both wait again. After a restore, unsent items that may have been bought become
// unknown, or rejected while another item holds their target.
const next: Record<ItemState, readonly ItemState[]> = {
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

/** True when an item may go from one state to the other. Staying in a state is no transition. */
export function canItemBecome(from: ItemState, to: ItemState): boolean {
  return next[from].includes(to);
}

const unsent = ["waiting", "ready", "paused", "rejected"] as const;
const atSupplier = ["submitted", "in_progress"] as const;
const mayBeAtSupplier = ["submitting", ...atSupplier, "unknown"] as const;

const sets = {
  /** Certainly not at a supplier. */
  unsent,
  /** May be canceled here, by an operator or a refund; items at a supplier are canceled there. */
  cancelable: [...unsent, "unknown"],
  /** Leased for a call, or the call's outcome is lost; the holder of the lease may still record it. */
  leased: ["submitting", "unknown"],
  /** Accepted by a supplier that reports on it. */
  atSupplier,
  /** At a supplier, or in a call, or a call's outcome is lost. */
  mayBeAtSupplier,
  /** At most one item per target is in these (unique index fulfillment_items_one_a_target); the others wait. */
  holdsTarget: ["ready", ...mayBeAtSupplier, "paused"],
  /** Without a supplier's order number as far as the database knows; after a restore it may have been bought. */
  withoutNumber: [...unsent, "submitting", "unknown"],
  final: ["completed", "partial", "canceled"],
} as const satisfies Record<string, readonly ItemState[]>;

type ItemSet = keyof typeof sets;

/** True when the state belongs to the named set. */
export function isItemIn<Set extends ItemSet>(set: Set, state: string): state is (typeof sets)[Set][number] {
  return sets[set].some((member) => member === state);
}

/** True for completed, partial and canceled: nothing further happens to the item. */
export function isItemFinal(state: ItemState): boolean {
  return isItemIn("final", state);
}

/** True when the item was certainly not bought; recovery rejects some that may have been before the restore. Pure. */
export function isItemUnsent({ state, reason }: { state: ItemState; reason: string | null }): boolean {
  return isItemIn("unsent", state) && reason !== "database_restored";
}

/** `IN (…)` with the states of a set. Literals, not parameters, so that the planner can use partial indexes. */
export function inSet(set: ItemSet): Prisma.Sql {
  return Prisma.raw(`IN (${sets[set].map((state) => `'${state}'`).join(", ")})`);
}

/** The states of a set, for Prisma's `in`. */
export function statesIn(set: ItemSet): ItemState[] {
  return [...sets[set]];
}

/** The states of an item's refill that may still deliver. */
export const openRefills: RefillState[] = ["requested", "sending", "in_progress", "unknown"];
