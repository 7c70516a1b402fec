import type { ItemState, PaymentStatus } from "@/lib/base/db/generated/enums";
import { shareOfCents } from "@/lib/base/money";
import { addMs, day, hour } from "@/lib/base/time/time";
import type { ItemFacts, OrderFacts, RemedyState } from "@/lib/buyer/requests/load-facts";
import { knownUnits, type Look } from "@/lib/delivery/counts/known-units";
import { nextProgress } from "@/lib/delivery/progress/next-progress";
import { type Interval, unreadable } from "@/lib/delivery/social/counter";
import { readStatus } from "@/lib/delivery/suppliers/protocol/read-status";
import { emulatedServices } from "@/lib/local/emulated";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import type { RequestKind } from "@/lib/orders/views/request-offers";

/**
 * One case a line: `name | request | order | items | decisions`, times in hours after the payment.
 *
 * Order: `at=` now, `asked=`, `paid=` cents, `of=` units, `payment=`, `left=`, `refund=` of undelivered units,
 * `other` (money went back for another reason), `blocked`, `quarantine`, `start=` and `finish=` promised hours, `budget=`,
 * `offers=min:max:cents per 1,000` or `none`.
 * Item: its state while it is at no supplier, or the supplier's own status with its remains (`Partial:300`); then
 * `qty=`, `took=`, `ended=`, `until=` of a pause, `counts=before,at the end,newest@when` (`-` is unknown), `hidden`,
 * `shared` (another delivery adds to the counter), `likes` or `views` where it is not followers, `days=` promised,
 * `refills`, `cancels`, `refill=`, `rep=state:short`, `stop=`, `back=` units refunded,
 * `unpaid=` units whose refund was dropped or failed, `waits=` since when the same request waits, `restored` (it may have
 * been bought before a restore).
 * Decision: `outcome reason`, `units`, `$`, `@` when it is decided again.
 */
export type Case = { name: string; kind: RequestKind; order: OrderFacts; expected: string };

const paidAt = new Date("2026-11-01T00:00:00Z");
const after = (hours: number) => addMs(paidAt, hours * hour);

export function readCases(table: string): Case[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", kind = "", order = "", items = "", expected = ""] = line
        .split("|")
        .map((cell) => cell.trim());
      return { name, kind: kind as RequestKind, order: readOrder(tokens(order), items), expected };
    });
}

type Tokens = ReturnType<typeof tokens>;

function tokens(cell: string) {
  const words = cell.split(/\s+/).filter(Boolean);
  const get = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  return {
    first: words[0] ?? "",
    has: (word: string) => words.includes(word),
    get,
    number: (name: string, or: number) => Number(get(name) ?? or),
  };
}

function readOrder(order: Tokens, itemCells: string): OrderFacts {
  const now = after(order.number("at", 60));
  const items = itemCells.split(" + ").map((cell, index) => readItem(tokens(cell), index, now));
  const quantity = order.number(
    "of",
    items.reduce((sum, item) => sum + item.quantity, 0),
  );
  const isOpen = items.some(({ finishedAt }) => finishedAt === null);
  const paidCents = order.number("paid", quantity);
  const undelivered = items.reduce((sum, item) => sum + item.quantity - deliveredUnits(item), 0);
  const returnedUnits = items.reduce((sum, item) => sum + item.refundedUnits, isOpen ? 0 : undelivered);
  const returnedCents = shareOfCents(paidCents, returnedUnits, quantity);
  return {
    now,
    askedAt: order.get("asked") ? after(order.number("asked", 0)) : now,
    paymentStatus: (order.get("payment") ?? "paid") as PaymentStatus,
    paidAt,
    paidCents,
    leftCents: order.number("left", paidCents - returnedCents),
    quantity,
    returnedUnits,
    returnedCents,
    undeliveredRefund: undeliveredRefunds[order.get("refund") ?? "none"] ?? "below_a_cent",
    hasOtherRefund: order.has("other"),
    isBlocked: order.has("blocked"),
    isCalledOff: false,
    isTargetHidden: tokens(itemCells).has("hidden"),
    maySend: !order.has("quarantine"),
    startWithinHours: order.number("start", 24),
    finishWithinHours: order.number("finish", 72),
    budgetCents: order.number("budget", 2_000),
    offers: readOffers(order.get("offers") ?? "10:500000:90"),
    items,
  };
}

const undeliveredRefunds: Record<string, OrderFacts["undeliveredRefund"]> = {
  none: "refund_with_the_rest",
  on_its_way: "refund_on_its_way",
  held: "refund_held",
  failed: "refund_failed",
};

function readOffers(text: string): OrderFacts["offers"] {
  if (text === "none") return [];
  return text.split(",").map((offer) => {
    const [minQuantity = 0, maxQuantity = 0, centsPer1000 = 0] = offer.split(":").map(Number);
    return { minQuantity, maxQuantity, centsPer1000 };
  });
}

const withoutSupplier = ["waiting", "ready", "paused", "rejected", "submitting", "unknown"];

function readItem(item: Tokens, index: number, now: Date): ItemFacts {
  const quantity = item.number("qty", 1_000);
  const { first } = item;
  const isUnsent = withoutSupplier.includes(first);
  const said = isUnsent ? { state: first as ItemState, remains: null } : readWord(first, quantity);
  const isEnded = ["completed", "partial", "canceled"].includes(said.state);
  const endedAt = isEnded ? after(item.number("ended", 24)) : null;
  const serviceType = emulatedServices.find(item.has) ?? "followers";
  const { before, looks } = readLooks(item, endedAt, now);
  const refundedUnits = item.number("back", 0);
  const refillDays = item.number("days", 5);
  const [state = "none", short = "0"] = (item.get("rep") ?? "none").split(":");
  return {
    id: String(index),
    ...said,
    ...(item.has("restored") && { state: "unknown" }),
    quantity,
    leasedAt: after(item.number("sent", 0)),
    submittedAt: isUnsent ? null : after(item.number("took", 1)),
    finishedAt: endedAt,
    pausedUntil: item.get("until") ? after(item.number("until", 0)) : null,
    canCancel: item.has("cancels"),
    stop: (item.get("stop") ?? "not_asked") as ItemFacts["stop"],
    problem: item.has("problem") ? "supplier_error" : null,
    known: knownUnits({
      before,
      units: isEnded ? Math.max(0, deliveredUnits({ ...said, quantity }) - refundedUnits) : quantity,
      isOfPost: serviceType !== "followers",
      endedAt: endedAt ?? paidAt,
      remedies: [],
      looks,
      promisedUntil: addMs(endedAt ?? now, refillDays * day),
      now,
    }),
    isCounterMoving: item.has("shared"),
    refillDays,
    canRefill: item.has("refills"),
    refill: (item.get("refill") ?? "none") as RemedyState,
    replacement: { state: state as RemedyState, short: Number(short) },
    refundedUnits,
    unpaidUnits: item.number("unpaid", 0),
    waitsSince: item.get("waits") ? after(item.number("waits", 0)) : null,
    remedyEndedAt: null,
  };
}

function readLooks(
  item: Tokens,
  endedAt: Date | null,
  now: Date,
): { before: Interval | null; looks: Look[] } {
  const written = item.get("looks");
  if (written) {
    const [before, ...looks] = written.split(",");
    return { before: readInterval(before), looks: looks.flatMap((look) => readLook(look, now)) };
  }
  const [before, atEnd = "-", last = "-"] = (item.get("counts") ?? "-").split(",");
  const [newest = "-", at] = last.split("@");
  const takenAt = at ? after(Number(at)) : now;
  const settledAt = endedAt ? addMs(endedAt, 2 * hour) : paidAt;
  const looks = [
    { count: atEnd, takenAt: settledAt },
    { count: newest, takenAt: addMs(takenAt, -7 * hour) },
    { count: newest, takenAt },
  ];
  return {
    before: readInterval(before),
    looks: looks.flatMap(({ count, takenAt: lookedAt }) => {
      const interval = readInterval(count);
      return interval && lookedAt >= settledAt ? [{ ...interval, takenAt: lookedAt }] : [];
    }),
  };
}

function readLook(text: string, now: Date): Look[] {
  const [count, at] = text.split("@");
  const interval = readInterval(count);
  return interval ? [{ ...interval, takenAt: at ? after(Number(at)) : now }] : [];
}

function readInterval(text = "-"): Interval | null {
  if (text === "-") return null;
  if (text === "hidden") return unreadable;
  const [lowest = 0, highest = lowest] = text.split("-").map(Number);
  return { lowest, highest };
}

/** Reads a supplier's status as a poll does: through the protocol and the item's progress. */
function readWord(word: string, quantity: number): Pick<ItemFacts, "state" | "remains"> {
  const [status = "", remains] = word.split(":");
  const report = readStatus({
    status: status.replaceAll("_", " "),
    remains,
    // Panels give the charge back for an order that they give up.
    charge: /^(cancel|refund)/i.test(status) ? "0.00" : "0.5",
    start_count: "0",
  });
  const tracked = { quantity, remains: null, startCount: null, providerStatus: null, leasedAt: paidAt };
  const { state, remains: left } = nextProgress({ ...tracked, state: "submitted" }, report, paidAt);
  return { state, remains: left };
}
