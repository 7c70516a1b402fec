import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { type CatalogPackage, packagesFor, type Surface } from "@/lib/shop/catalog/catalog";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { type PricedOrder, priceOrder } from "@/lib/shop/catalog/price-order";
import { getSold } from "@/lib/shop/catalog/vocabulary";
import type { EmulatedPlatform, EmulatedService } from "../emulated";
import { type Random, randomFrom } from "../social/random";
import { type Buyer, inventBuyers, inventUsername } from "./people";

/** What becomes of an order. `unpaid` may still be paid; `delivering` is at a supplier. */
export type Outcome = "unpaid" | "expired" | "delivering" | "completed" | "partial" | "failed";

/** What makes an order one that somebody looks at. */
export type Twist =
  | "unknown"
  | "not_started"
  | "rejected"
  | "paused"
  | "second_payment"
  | "refunded_in_part"
  | "refund_held"
  | "refund_failed"
  | "late_change"
  | "declined_cards"
  | "late_refill"
  | "dispute_open"
  | "dispute_answered"
  | "dispute_won"
  | "dispute_lost"
  | "fraud_warning";

export type PlannedOrder = {
  placedAt: Date;
  buyer: Buyer;
  platform: EmulatedPlatform;
  service: EmulatedService;
  surface: Surface;
  packageId: string;
  priced: PricedOrder;
  username: string;
  outcome: Outcome;
  twist: Twist | null;
  /** From 0 to 1; each use of it is an independent decision about this order. */
  random: Random;
};

/** The catalogue's package whose price a colleague changes, so that no order of the scene has its old price. */
export const repricedPackageId = "views-10000";

const days = 21;

/** How many orders an hour of the day (UTC) has, in shares: few at night, most in the evening. */
const hourShares = [
  9, 6, 4, 3, 2, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 12, 13, 15, 17, 19, 20, 19, 16, 12,
] as const;

/** Orders of the last weeks up to `now`, the oldest first. The same `count` and `now` give the same orders. */
export function planOrders(count: number, now: Date): PlannedOrder[] {
  const random = randomFrom("busy");
  const buyers = inventBuyers(Math.max(10, Math.round(count * 0.7)));
  // Whatever the hour, some have just come in.
  const newest = Math.ceil(count / 100);
  const times = Array.from({ length: count }, (_, place) =>
    place < newest ? addMs(now, -random.between(3 * minute, 100 * minute)) : placedAt(random, now),
  ).sort((a, b) => +a - +b);
  const orders = times.map((time, place) => planOrder(randomFrom(`busy ${place}`), time, now, buyers));
  giveTwists(orders, now);
  return orders;
}

function placedAt(random: Random, now: Date): Date {
  const latest = addMs(now, -3 * minute);
  for (;;) {
    // The square root lets the newest days have the most orders.
    const age = days * day * (1 - Math.sqrt(random.between(0, 1)));
    const time = addMs(latest, -age);
    const share = hourShares[time.getUTCHours()] ?? 1;
    const isWeekend = time.getUTCDay() % 6 === 0;
    if (random.between(0, 20) < share * (isWeekend ? 1 : 0.8)) return time;
  }
}

function planOrder(random: Random, time: Date, now: Date, buyers: [Buyer, ...Buyer[]]): PlannedOrder {
  const platform = random.chance(0.62) ? "instagram" : "tiktok";
  const service = random.chance(0.55) ? "followers" : random.chance(0.6) ? "likes" : "views";
  const { unit } = getSold(platform, service);
  const surface = surfaceOf(service);
  const packageId = pickPackage(random, platform, service).id;
  const addOn = firstCatalog.addOns.find((entry) => entry.surface === surface && entry.service === service);
  const addOns = addOn && random.chance(0.15) ? [{ id: addOn.id, count: 1 }] : [];
  const priced = priceOrder(firstCatalog, { platform, service, unit, surface, packageId, addOns });
  if (!priced) throw new Error(`${packageId} is not in the first catalogue`);
  const outcome = outcomeOf(random, now.getTime() - time.getTime());
  return {
    placedAt: time,
    buyer: random.pick(buyers),
    platform,
    service,
    surface,
    packageId,
    priced,
    username: inventUsername(random),
    outcome,
    twist: null,
    random,
  };
}

function surfaceOf(service: EmulatedService): Surface {
  if (service === "followers") return "checkout";
  return service === "likes" ? "post-selection" : "reel-selection";
}

function pickPackage(random: Random, platform: EmulatedPlatform, service: EmulatedService): CatalogPackage {
  const [first, ...others] = packagesFor(firstCatalog, platform, service).filter(
    ({ id }) => id !== repricedPackageId,
  );
  if (!first) throw new Error(`the first catalogue has no packages for ${platform} ${service}`);
  // The small packages sell most.
  return random.chance(0.45) ? first : random.pick([first, ...others]);
}

function outcomeOf(random: Random, ageMs: number): Outcome {
  if (ageMs < 40 * minute && random.chance(0.4)) return "unpaid";
  if (ageMs > hour && random.chance(0.11)) return "expired";
  if (random.chance(deliveringShare(ageMs))) return "delivering";
  if (random.chance(0.06)) return "partial";
  return random.chance(0.025) ? "failed" : "completed";
}

function deliveringShare(ageMs: number): number {
  if (ageMs < 2 * hour) return 1;
  if (ageMs < 8 * hour) return 0.6;
  return ageMs < 20 * hour ? 0.25 : 0;
}

type Want = {
  twist: Twist;
  share: number;
  outcome: Outcome;
  minAgeMs?: number;
  maxAgeMs?: number;
  becomes?: Outcome;
};

/** How many of a thousand orders have each twist; at least one has it. */
const wants: Want[] = [
  { twist: "unknown", share: 3, outcome: "delivering" },
  {
    twist: "not_started",
    share: 2,
    outcome: "completed",
    minAgeMs: 26 * hour,
    maxAgeMs: 3 * day,
    becomes: "delivering",
  },
  { twist: "rejected", share: 1.5, outcome: "delivering" },
  {
    twist: "paused",
    share: 2,
    outcome: "completed",
    minAgeMs: 26 * hour,
    maxAgeMs: 60 * hour,
    becomes: "delivering",
  },
  { twist: "second_payment", share: 3, outcome: "completed", minAgeMs: day },
  { twist: "refunded_in_part", share: 6, outcome: "completed", minAgeMs: day },
  { twist: "refund_held", share: 1, outcome: "completed", maxAgeMs: 2 * day },
  { twist: "refund_failed", share: 1, outcome: "completed", minAgeMs: 3 * day },
  { twist: "late_change", share: 1, outcome: "completed", minAgeMs: day, maxAgeMs: 5 * day },
  { twist: "declined_cards", share: 0.5, outcome: "unpaid" },
  { twist: "late_refill", share: 1, outcome: "completed", minAgeMs: 10 * day },
  { twist: "dispute_open", share: 1.5, outcome: "completed", minAgeMs: 7 * day, maxAgeMs: 15 * day },
  { twist: "dispute_answered", share: 1, outcome: "completed", minAgeMs: 8 * day },
  { twist: "dispute_won", share: 1.5, outcome: "completed", minAgeMs: 12 * day },
  { twist: "dispute_lost", share: 1, outcome: "completed", minAgeMs: 12 * day },
  { twist: "fraud_warning", share: 1, outcome: "completed", maxAgeMs: 3 * day },
];

/** Gives each twist to the orders that fit it, spread over the time; none where no order fits. */
function giveTwists(orders: PlannedOrder[], now: Date): void {
  for (const { twist, share, outcome, minAgeMs = 0, maxAgeMs = Infinity, becomes = outcome } of wants) {
    const fitting = orders.filter((order) => {
      const ageMs = now.getTime() - order.placedAt.getTime();
      return order.twist === null && order.outcome === outcome && ageMs >= minAgeMs && ageMs <= maxAgeMs;
    });
    const wanted = Math.min(fitting.length, Math.max(1, Math.round((share * orders.length) / 1000)));
    for (let nth = 0; nth < wanted; nth += 1) {
      const order = fitting[Math.floor(((nth + 0.5) * fitting.length) / wanted)];
      if (order) Object.assign(order, { twist, outcome: becomes });
    }
  }
}
