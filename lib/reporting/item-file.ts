import type { Prisma } from "@/lib/db/generated/client";
import type { ItemState, OrderStatus, RefillState } from "@/lib/db/generated/enums";
import { shareOfCents } from "@/lib/money";
import { type ItemStep, itemSteps } from "./item-steps";
import { reviewAdvice } from "./review-advice";

/** One call to a supplier, as it was sent and answered; the key is never kept. */
export type CallFile = {
  id: string;
  attempt: number;
  action: string;
  request: string;
  outcome: string | null;
  reason: string | null;
  httpStatus: number | null;
  answer: string | null;
  startedAt: string;
  endedAt: string | null;
  balanceBefore: string | null;
  balanceAfter: string | null;
};

export type RefillFile = {
  id: string;
  state: RefillState;
  missing: number | null;
  supplierRefillId: string | null;
  reason: string | null;
  createdAt: string;
};

/** An item with everything the admin pages knows about it: plain JSON, times as ISO 8601, suppliers' money as text. */
export type ItemFile = {
  id: string;
  orderId: string;
  link: string;
  state: ItemState;
  quantity: number;
  delivered: number;
  startCount: number | null;
  supplierName: string | null;
  isManual: boolean;
  serviceName: string | null;
  providerOrderId: string | null;
  providerStatus: string | null;
  charge: string | null;
  reason: string | null;
  reviewSince: string | null;
  pausedUntil: string | null;
  notBefore: string | null;
  submittedAt: string | null;
  /** When its supplier was asked to stop. */
  cancelRequestedAt: string | null;
  lastCheckedAt: string | null;
  finishedAt: string | null;
  /** What the units that have not arrived are worth of the payment. */
  undeliveredCents: number;
  calls: CallFile[];
  counts: { id: string; moment: string; count: number; source: string; takenAt: string }[];
  refills: RefillFile[];
  /** What a person may do with it now. */
  steps: ItemStep[];
  /** What the evidence says, and the step it speaks for; null when nobody has to decide. */
  advice: string | null;
};

export const itemFileParts = {
  supplier: { select: { name: true, kind: true } },
  supplierService: { select: { name: true, canCancel: true, canRefill: true } },
  calls: { orderBy: { startedAt: "desc" } },
  counts: { orderBy: { takenAt: "asc" } },
  refills: { orderBy: { createdAt: "desc" } },
} satisfies Prisma.FulfillmentItemInclude;

type LoadedItem = Prisma.FulfillmentItemGetPayload<{ include: typeof itemFileParts }>;

/** What an item's file needs to know of its order. */
export type OrderOfItem = {
  status: OrderStatus;
  blockedAt: Date | null;
  paidCents: number;
  quantity: number;
};

/** The file of an item that was loaded with `itemFileParts`. Pure. */
export function toItemFile(item: LoadedItem, order: OrderOfItem, now: Date): ItemFile {
  const delivered =
    item.state === "completed" ? item.quantity : item.quantity - (item.remains ?? item.quantity);
  const calls = item.calls.map(toCall);
  const isManual = item.supplier?.kind === "manual";
  return {
    id: item.id,
    orderId: item.orderId,
    link: item.link,
    state: item.state,
    quantity: item.quantity,
    delivered,
    startCount: item.startCount,
    supplierName: item.supplier?.name ?? null,
    isManual,
    serviceName: item.supplierService?.name ?? null,
    providerOrderId: item.providerOrderId,
    providerStatus: item.providerStatus,
    charge: item.charge && `${item.charge.toString()} ${item.chargeCurrency ?? ""}`.trim(),
    reason: item.reason,
    reviewSince: iso(item.reviewSince),
    pausedUntil: iso(item.pausedUntil),
    notBefore: iso(item.notBefore),
    submittedAt: iso(item.submittedAt),
    cancelRequestedAt: iso(item.cancelRequestedAt),
    lastCheckedAt: iso(item.lastCheckedAt),
    finishedAt: iso(item.finishedAt),
    undeliveredCents: shareOfCents(order.paidCents, item.quantity - delivered, order.quantity),
    calls,
    counts: item.counts.map(({ id, moment, count, source, takenAt }) => ({
      id,
      moment,
      count,
      source,
      takenAt: takenAt.toISOString(),
    })),
    refills: item.refills.map(({ id, state, missing, supplierRefillId, reason, createdAt }) => ({
      id,
      state,
      missing,
      supplierRefillId,
      reason,
      createdAt: createdAt.toISOString(),
    })),
    steps: itemSteps({ ...item, isManual, order }, now),
    advice: reviewAdvice({
      ...item,
      isManual,
      lastCall: calls.find((call) => call.action === "add") ?? null,
    }),
  };
}

function toCall(call: LoadedItem["calls"][number]): CallFile {
  return {
    id: call.id,
    attempt: call.attempt,
    action: call.action,
    request: JSON.stringify(call.request, null, 2),
    outcome: call.outcome,
    reason: call.reason,
    httpStatus: call.httpStatus,
    answer: call.answer,
    startedAt: call.startedAt.toISOString(),
    endedAt: iso(call.endedAt),
    balanceBefore: call.balanceBefore?.toString() ?? null,
    balanceAfter: call.balanceAfter?.toString() ?? null,
  };
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
