import type { ItemState, OrderStatus } from "@/lib/db/generated/enums";
import { isItemIn } from "@/lib/delivery/item-status";
import { type RefillCandidate, refillObstacle } from "@/lib/delivery/progress/refill-rules";

/** What an administrator may do with an item; each is a use case of lib/delivery, which checks again under its lock. */
export type ItemStep =
  | "attach"
  | "resubmit"
  | "cancel"
  | "cancel_at_supplier"
  | "start"
  | "complete"
  | "refill";

export type SteppedItem = Pick<RefillCandidate, "refills" | "replacement"> & {
  state: ItemState;
  isManual: boolean;
  reviewSince: Date | null;
  providerOrderId: string | null;
  cancelRequestedAt: Date | null;
  finishedAt: Date | null;
  refillDays: number | null;
  replacesItemId: string | null;
  supplierService: { canCancel: boolean; canRefill: boolean } | null;
  order: { status: OrderStatus; blockedAt: Date | null };
};

/** The steps that an item's state allows now, the safest first. Pure. */
export function itemSteps(item: SteppedItem, now: Date): ItemStep[] {
  const isAtSupplier = isItemIn("atSupplier", item.state);
  const isLost = item.state === "unknown";
  const isRunning = item.order.status === "processing" || item.replacesItemId !== null;
  const canBeSent = isRunning && !item.order.blockedAt;
  const isOffered = Boolean(item.providerOrderId && item.supplierService?.canRefill);
  const offered: [ItemStep, boolean][] = [
    ["attach", isLost && !item.isManual],
    ["start", item.isManual && item.state === "submitted"],
    ["complete", isAtSupplier && (item.isManual || item.reviewSince !== null)],
    ["resubmit", (isLost || item.state === "rejected") && canBeSent],
    [
      "cancel_at_supplier",
      isAtSupplier &&
        item.providerOrderId !== null &&
        item.cancelRequestedAt === null &&
        item.supplierService?.canCancel === true,
    ],
    ["cancel", isItemIn("cancelable", item.state)],
    ["refill", item.replacesItemId === null && refillObstacle({ ...item, isOffered }, now) === null],
  ];
  return offered.flatMap(([step, isOfferedNow]) => (isOfferedNow ? [step] : []));
}
