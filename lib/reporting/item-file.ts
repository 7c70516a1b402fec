import type { Prisma } from "@/lib/db/generated/client";
import type { OrderStatus } from "@/lib/db/generated/enums";
import { shareOfCents } from "@/lib/money";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { plain } from "@/lib/time";
import { itemSteps } from "./item-steps";
import { reviewAdvice } from "./review-advice";

export const itemFileParts = {
  supplier: { select: { name: true, kind: true } },
  supplierService: { select: { name: true, canCancel: true, canRefill: true } },
  calls: { orderBy: { startedAt: "desc" } },
  counts: { orderBy: { takenAt: "asc" } },
  refills: { orderBy: { createdAt: "desc" } },
  replacement: { select: { state: true } },
} satisfies Prisma.FulfillmentItemInclude;

type LoadedItem = Prisma.FulfillmentItemGetPayload<{ include: typeof itemFileParts }>;

/** What an item's file needs to know of its order. */
export type OrderOfItem = {
  status: OrderStatus;
  blockedAt: Date | null;
  paidCents: number;
  quantity: number;
};

/** An item with everything that the admin shows of it: plain JSON, times as ISO 8601, suppliers' money as text. */
export type ItemFile = ReturnType<typeof toItemFile>;

/** One call to a supplier, as it was sent and answered, without the key. */
export type CallFile = ReturnType<typeof toCall>;

/** The file of an item that was loaded with `itemFileParts`. Pure. */
export function toItemFile(item: LoadedItem, order: OrderOfItem, now: Date) {
  const delivered = deliveredUnits(item);
  const calls = item.calls.map(toCall);
  const isManual = item.supplier?.kind === "manual";
  return {
    ...plain(item, ["id", "orderId", "link", "state", "quantity", "startCount", "providerOrderId"]),
    ...plain(item, ["providerStatus", "reason", "reviewSince", "pausedUntil", "notBefore", "submittedAt"]),
    ...plain(item, ["cancelRequestedAt", "lastCheckedAt", "finishedAt", "replacesItemId"]),
    delivered,
    supplierName: item.supplier?.name ?? null,
    isManual,
    serviceName: item.supplierService?.name ?? null,
    charge: item.charge && `${item.charge.toString()} ${item.chargeCurrency ?? ""}`.trim(),
    undeliveredCents: shareOfCents(order.paidCents, item.quantity - delivered, order.quantity),
    calls,
    counts: item.counts.map((count) => plain(count, ["id", "moment", "count", "source", "takenAt"])),
    refills: item.refills.map(toRefillFile),
    /** What an administrator may do with the item now. */
    steps: itemSteps({ ...item, isManual, order }, now),
    /** What the evidence suggests; null when no decision is needed. */
    advice: reviewAdvice({
      ...item,
      isManual,
      lastCall: calls.find((call) => call.action === "add") ?? null,
    }),
  };
}

/** A refill for the admin: plain JSON. Pure. */
export function toRefillFile(refill: LoadedItem["refills"][number]) {
  return plain(refill, ["id", "state", "missing", "supplierRefillId", "reason", "createdAt"]);
}

function toCall(call: LoadedItem["calls"][number]) {
  return {
    ...plain(call, ["id", "attempt", "action", "outcome", "reason", "httpStatus", "answer"]),
    ...plain(call, ["startedAt", "endedAt"]),
    request: JSON.stringify(call.request, null, 2),
    balanceBefore: call.balanceBefore?.toString() ?? null,
    balanceAfter: call.balanceAfter?.toString() ?? null,
  };
}
