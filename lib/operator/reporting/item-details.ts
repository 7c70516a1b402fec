import type { FulfillmentItem, Order, Prisma } from "@/lib/base/db/generated/client";
import { isItemIn } from "@/lib/base/db/item-status";
import { shareOfCents } from "@/lib/base/money";
import { utcText, withIsoDates } from "@/lib/base/time/time";
import { intervalOf } from "@/lib/delivery/counts/shared-counter";
import { type RefillCandidate, refillObstacle } from "@/lib/delivery/progress/refill-rules";
import { counterText } from "@/lib/delivery/social/counter";
import { readJson } from "@/lib/delivery/suppliers/protocol/read-json";
import { refusalIn } from "@/lib/delivery/suppliers/protocol/read-refusal";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { priceOf } from "@/lib/orders/order/order-parts";
import type { LostCallFacts } from "./find-lost-calls";

export const itemDetailParts = {
  supplier: { select: { name: true, kind: true } },
  supplierService: { select: { name: true, canCancel: true, canRefill: true } },
  calls: { orderBy: { startedAt: "desc" } },
  counts: { orderBy: { takenAt: "asc" } },
  refills: { orderBy: { createdAt: "desc" } },
  replacement: { select: { state: true } },
} satisfies Prisma.FulfillmentItemInclude;

type LoadedItem = Prisma.FulfillmentItemGetPayload<{ include: typeof itemDetailParts }>;

type OrderOfItem = SteppedItem["order"] & Pick<Order, "paidCents" | "quantity" | "parts">;

/** Everything that the admin shows about an item: plain JSON, times as ISO 8601, suppliers' money as text. */
export type ItemDetails = ReturnType<typeof toItemDetails>;

/** One call to a supplier, as it was sent and answered, without the key. */
export type CallDetails = ReturnType<typeof toCall>;

/** Converts an item that was loaded with `itemDetailParts`; `lostCall` is for an unknown one. Pure. */
export function toItemDetails(item: LoadedItem, order: OrderOfItem, now: Date, lostCall?: LostCallFacts) {
  const delivered = deliveredUnits(item);
  const price = priceOf(order, item);
  const calls = item.calls.map(toCall);
  const isManual = item.supplier?.kind === "manual";
  const steps = itemSteps({ ...item, isManual, order }, now);
  return {
    ...withIsoDates(item, [
      "id",
      "orderId",
      "link",
      "state",
      "attempt",
      "quantity",
      "startCount",
      "providerOrderId",
    ]),
    ...withIsoDates(item, [
      "providerStatus",
      "reason",
      "reviewSince",
      "pausedUntil",
      "notBefore",
      "submittedAt",
    ]),
    ...withIsoDates(item, ["cancelRequestedAt", "lastCheckedAt", "finishedAt", "replacesItemId"]),
    orderNumber:
      item.providerOrderId ?? (item.formerOrderNumber && `${item.formerOrderNumber} (no longer asked about)`),
    delivered,
    supplierName: item.supplier?.name ?? null,
    isManual,
    serviceName: item.supplierService?.name ?? null,
    charge: item.charge && `${item.charge.toString()} ${item.chargeCurrency ?? ""}`.trim(),
    undeliveredCents: shareOfCents(price.cents, item.quantity - delivered, price.quantity),
    calls,
    lostCall: lostCall ?? null,
    counts: item.counts.map((look) => ({
      ...withIsoDates(look, ["id", "moment", "source", "unitsMissing", "takenAt"]),
      shown: counterText(intervalOf(look)),
    })),
    refills: item.refills.map((refill) =>
      withIsoDates(refill, ["id", "state", "missing", "supplierRefillId", "reason", "createdAt"]),
    ),
    /** The actions that an administrator may take on the item now. */
    steps,
    /** Advice from the evidence; null when no decision is needed. */
    advice: reviewAdvice({
      ...item,
      isManual,
      lateNumber: lostCall?.late ?? null,
      canResubmit: steps.includes("resubmit"),
    }),
  };
}

function toCall(call: LoadedItem["calls"][number]) {
  return {
    ...withIsoDates(call, ["id", "attempt", "action", "outcome", "reason", "httpStatus", "answer"]),
    ...withIsoDates(call, ["startedAt", "endedAt"]),
    supplierId: call.supplierId,
    request: JSON.stringify(call.request, null, 2),
    unfamiliarText: unfamiliarText(call),
  };
}

/** The error of an answer to `add` that nobody has explained to the shop, as a pattern for its supplier's own texts. */
function unfamiliarText({ reason, httpStatus, answer }: LoadedItem["calls"][number]): string | null {
  const isUnfamiliar = reason === "other" || reason === "unclear_error";
  if (!isUnfamiliar || httpStatus === null || !answer) return null;
  const whole = { kind: "answered", httpStatus, body: answer, cut: null, retryAfterSeconds: null } as const;
  const text = refusalIn(readJson(whole))?.text ?? "";
  // A text that was cut for the records goes on.
  return text.length < 200 ? text || null : `${text.slice(0, 199)}*`;
}

/** An administrator's actions on an item; each is a use case of lib/delivery, which checks again under its lock. */
export type ItemStep =
  | "attach"
  | "resubmit"
  | "cancel"
  | "cancel_at_supplier"
  | "start"
  | "complete"
  | "refill";

export type SteppedItem = Pick<RefillCandidate, "refills" | "replacement" | "finishedAt" | "refillDays"> &
  Pick<
    FulfillmentItem,
    "state" | "link" | "reviewSince" | "providerOrderId" | "replacesItemId" | "cancelOutcome"
  > & {
    isManual: boolean;
    supplierService: { canCancel: boolean; canRefill: boolean } | null;
    order: Pick<Order, "status"> & { maySend: boolean };
  };

/** The steps that an item's state allows now, the safest first. Pure. */
export function itemSteps(item: SteppedItem, now: Date): ItemStep[] {
  const isAtSupplier = isItemIn("atSupplier", item.state);
  const isLost = item.state === "unknown";
  const isInReview = isAtSupplier && item.reviewSince !== null;
  const isRunning = item.order.status === "processing" || item.replacesItemId !== null;
  const { maySend } = item.order;
  const isErased = item.link === "";
  const isOffered = Boolean(item.providerOrderId && item.supplierService?.canRefill);
  const offered: [ItemStep, boolean][] = [
    ["attach", !item.isManual && (isLost || isInReview)],
    ["start", item.isManual && item.state === "submitted"],
    ["complete", isLost || isInReview || (isAtSupplier && item.isManual)],
    ["resubmit", (isLost || item.state === "rejected") && isRunning && maySend && !isErased],
    [
      "cancel_at_supplier",
      isAtSupplier &&
        item.providerOrderId !== null &&
        item.cancelOutcome !== "accepted" &&
        item.supplierService?.canCancel === true,
    ],
    ["cancel", isItemIn("cancelable", item.state)],
    [
      "refill",
      maySend && item.replacesItemId === null && refillObstacle({ ...item, isOffered }, now) === null,
    ],
  ];
  return offered.flatMap(([step, isOfferedNow]) => (isOfferedNow ? [step] : []));
}

export type AdvisedItem = Pick<
  FulfillmentItem,
  "state" | "reason" | "reviewSince" | "pausedUntil" | "providerStatus" | "lastCheckedAt"
> & {
  isManual: boolean;
  /** False when the item may not be sent again, such as after a refund or a block. The advice then is to cancel it. */
  canResubmit: boolean;
  /** A number that the supplier gave it late and that no item has. */
  lateNumber: string | null;
};

/**
 * Says what the evidence about an item shows and what to do next, for the administrator who decides; null for an item
 * that needs no decision and that no supplier holds up. Pure.
 */
export function reviewAdvice(item: AdvisedItem): string | null {
  if (item.state === "paused") {
    const until = item.pausedUntil ? ` until ${utcText(item.pausedUntil)}` : "";
    return `The account or post can't be reached. The buyer can fix it${until}. After that, the item is cancelled and refunded. To do that now, cancel it.`;
  }
  if (item.state === "ready" && item.reason) return unsentAdvice(item.reason);
  if (!item.reviewSince) return null;
  const whenAbsent = item.canResubmit ? "send it again" : "cancel it";
  if (item.reason === "database_restored") {
    return `The database was restored from an earlier state, and this item may have been bought since. Look for its link in every supplier's own list of orders: attach the number if it is there (another supplier's by npm run ops -- attach), ${whenAbsent} only if it is not.`;
  }
  if (item.reason === "duplicate_order_id") {
    return "The supplier gave one number to two orders, so it proves nothing about either. Look up both in its list of orders and attach the right numbers, or enter how many units were delivered. It is not polled until then.";
  }
  if (item.reason === "account_changed") {
    return "It is at the supplier's earlier account, which the shop does not ask any more. Look it up there and enter how many units were delivered. If it has a number at the new account, attach that.";
  }
  if (item.state === "unknown") return unknownAdvice(item.lateNumber, whenAbsent);
  if (item.state === "rejected") {
    return item.canResubmit
      ? "No supplier accepted it. Fix what was refused (the mapping, the supplier's balance, the target), then send it again, or cancel it."
      : "No supplier accepted it, and its order may not be sent again now. Cancel it.";
  }
  if (item.isManual) {
    return item.state === "submitted"
      ? "To be delivered manually. Mark it as started when it begins, then enter how many units were delivered."
      : "It is being delivered manually. Enter how many units were delivered when it is done.";
  }
  const heard = item.lastCheckedAt
    ? `It last answered about it on ${utcText(item.lastCheckedAt)}. `
    : "It has never answered about it. ";
  if (item.reason?.startsWith("not_started")) {
    return `The supplier accepted it but has not reported a start in time. ${heard}Ask the supplier to cancel it, ask its support, or wait.`;
  }
  const status = item.providerStatus ? `The supplier's last status was “${item.providerStatus}”. ` : "";
  if (item.reason === "not_finished") {
    return `The supplier has had it for longer than a delivery may take. ${status}${heard}Look up its order number there. If it has ended, enter how many units were delivered; if not, ask the supplier to finish or cancel it.`;
  }
  return `${status}Look up its order number at the supplier; if that does not help, enter how many units were delivered.`;
}

function unsentAdvice(reason: string): string {
  switch (reason) {
    case "no_supplier":
      return "No supplier that is on and mapped takes it. Map one, and the shop sends it within five minutes; or cancel it.";
    case "target_busy":
      return "The supplier still has another order for this account or post, perhaps another shop's, and takes this one when that has ended. The shop asks again every five minutes. Ask the supplier when that will be, or cancel it.";
    default:
      return "No supplier has taken it yet, and the shop keeps trying. If that takes too long, look at the supplier's page, map another supplier, or cancel it.";
  }
}

const lookUp = "Look for its link in the supplier's own list of orders";

function unknownAdvice(late: string | null, whenAbsent: string): string {
  if (late !== null) {
    return `The supplier accepted it late, as number ${late}, and no item has that number. Look it up there and attach it; ${whenAbsent} only if it is not there.`;
  }
  return `It is not known whether the supplier accepted it. ${lookUp}: attach the number if it is there; ${whenAbsent} only if it is not. A balance alone shows nothing, because other orders move it too.`;
}
