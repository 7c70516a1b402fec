import { Prisma } from "./generated/client";
import type { ItemState, RefillState } from "./generated/enums";

// The database decides which state may follow which: its function item_may_become, which
// tests/support/item-transitions.ts repeats and explains.
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
