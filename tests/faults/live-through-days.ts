import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { addMs, day, hour } from "@/lib/base/time/time";
import { panelSupplierKeys } from "@/lib/local/panel/services";
import { findAccount } from "@/lib/local/social/directory";
import { tasks } from "@/lib/running/worker/tasks";
import { enqueueRecurring } from "@/lib/running/worker/timers";
import { control } from "../support/control";
import type { Violation } from "../support/invariants";
import type { Admin } from "./admin";
import { letHoursPass } from "./clock";
import { finishWork } from "./finish-work";
import type { Random } from "./random";
import { retrying } from "./retrying";
import type { TestShop } from "./test-shop";

// The hours between looks: the first soon after the end, then so that a second one may follow it, then daily to the end
// of every window.
const stepsHours = [1.1, 6.1, 6.1, 12, ...Array<number>(32).fill(24)];
/** Units drop in these steps. */
const droppingSteps = { from: 2, to: 9 };
/** How much of its promised days an item must have left to lose units: two steps, after which both looks have shown it. */
const noticeMs = 2 * day + hour;
/** In this step a supplier moves: it knows none of its orders any more, and gives their numbers again. */
const movingStep = 5;
// Longer than a counter may lag, so that only the first look after a change can be an old one.
const settleMs = 5_000;

/** No count proves that units of an order are missing if the account may have lost that many anyway. */
const unclearShare = 0.01;

const panelSchema = z.object({
  orders: z.record(z.string(), z.object({ link: z.string(), there: z.number() })),
});

/**
 * The weeks after the orders, in steps of hours: units drop, the shop looks at the counters, refills, replaces and pays
 * back, and the administrator decides. Returns what is still in progress after a step's `longestMs`, as violations.
 */
export async function liveThroughDays(
  testShop: TestShop,
  admin: Admin,
  random: Random,
  longestMs: number,
): Promise<Violation[]> {
  const { db, pool } = testShop.connection;
  let isMoving = true;
  for (const [step, hours] of stepsHours.entries()) {
    if (step >= droppingSteps.from && step <= droppingSteps.to)
      isMoving = (await loseUnits(testShop, random)) || isMoving;
    if (step === movingStep)
      await control(`${testShop.urls.panel}/_control`, { move: [random.pick(panelSupplierKeys)] });
    await wait(isMoving ? settleMs : 0);
    const before = await amountOfWork(testShop);
    await retrying(() => letHoursPass(pool, hours));
    // As a worker does that has just started: whatever is due once in a while is due now.
    for (const { name, periodMs } of tasks)
      if (periodMs) await retrying(() => enqueueRecurring(db, name, { periodMs: day, isFirst: true }));
    const left = await finishWork(testShop, admin, longestMs);
    if (left.length > 0) return left;
    isMoving = (await amountOfWork(testShop)) !== before;
  }
  return [];
}

/** Some completed orders lose units, each a share from hardly any to nearly all. Returns whether any did. */
async function loseUnits({ connection: { db }, urls }: TestShop, random: Random): Promise<boolean> {
  const { orders } = panelSchema.parse(await (await fetch(`${urls.panel}/_control`)).json());
  const items = await retrying(() =>
    db.fulfillmentItem.findMany({
      where: { state: "completed", serviceType: "followers", refillDays: { gt: 0 } },
      orderBy: { id: "asc" },
      include: { order: { select: { username: true } } },
    }),
  );
  let hasLost = false;
  for (const { providerOrderId, link, quantity, platform, order, finishedAt, refillDays } of items) {
    const bought = orders[providerOrderId ?? ""];
    if (bought?.link !== link || !random.chance(0.15)) continue;
    const promisedUntil = addMs(finishedAt ?? new Date(0), (refillDays ?? 0) * day);
    if (promisedUntil < addMs(new Date(), noticeMs)) continue;
    const units = Math.min(bought.there, Math.ceil(quantity * random.pick([0.02, 0.1, 0.3, 0.6, 0.9])));
    // A smaller loss may be the account's own.
    if (units < (findAccount(platform, order.username)?.followers ?? 0) * unclearShare) continue;
    await control(`${urls.panel}/_control`, { drop: { order: providerOrderId, units } });
    hasLost = true;
  }
  return hasLost;
}

/** Grows when a supplier is asked for something, so that counters may lag behind what it delivers. */
async function amountOfWork({ connection: { db } }: TestShop): Promise<number> {
  return (await retrying(() => db.supplierCall.count())) + (await retrying(() => db.refill.count()));
}
