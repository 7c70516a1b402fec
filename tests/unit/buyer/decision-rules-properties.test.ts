import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOfCents } from "@/lib/base/money";
import { addMs, hour } from "@/lib/base/time/time";
import { coveredUnits, type Decision, decideItems, missingUnits } from "@/lib/buyer/requests/decision-rules";
import type { ItemFacts, OrderFacts, RemedyState } from "@/lib/buyer/requests/load-facts";
import type { KnownUnits } from "@/lib/delivery/counts/known-units";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { type RequestKind, requestKinds } from "@/lib/orders/views/request-offers";

const paidAt = new Date("2026-11-01T00:00:00Z");
const at = fc.integer({ min: 0, max: 900 }).map((hours) => addMs(paidAt, hours * hour));
const remedy = fc.constantFrom<RemedyState[]>("none", "open", "rejected", "effective", "ineffective");
const units = fc.integer({ min: 0, max: 1_000 });

const item = fc
  .record({
    state: fc.constantFrom<ItemFacts["state"][]>(
      ...(["waiting", "ready", "paused", "rejected", "submitting", "unknown"] as const),
      ...(["submitted", "in_progress", "completed", "partial", "canceled"] as const),
    ),
    quantity: fc.integer({ min: 1, max: 1_000 }),
    remains: fc.option(units),
    took: at,
    ended: at,
    look: fc.constantFrom<KnownUnits["look"][]>("shown", "hidden", "none"),
    lost: units,
    inTime: units,
    never: units,
    isProven: fc.boolean(),
    canBeProven: fc.boolean(),
    isCounterMoving: fc.boolean(),
    canCancel: fc.boolean(),
    canRefill: fc.boolean(),
    stop: fc.constantFrom<ItemFacts["stop"][]>("not_asked", "asked", "refused"),
    refillDays: fc.integer({ min: 0, max: 40 }),
    refill: remedy,
    replacement: remedy,
    short: units,
    refunded: units,
  })
  .map(
    ({
      took,
      ended,
      look,
      lost,
      inTime,
      never,
      isProven,
      canBeProven,
      short,
      refunded,
      ...facts
    }): ItemFacts => {
      const isEnded = ["completed", "partial", "canceled"].includes(facts.state);
      const remains =
        facts.state === "completed" ? 0 : facts.remains && Math.min(facts.remains, facts.quantity);
      const delivered = deliveredUnits({ ...facts, remains });
      const refundedUnits = isEnded ? Math.min(refunded, delivered) : 0;
      const kept = isEnded ? delivered - refundedUnits : facts.quantity;
      const gone = Math.min(lost, kept);
      const missing = look === "shown" && isProven && isEnded && gone * 20 > kept ? gone : 0;
      return {
        ...facts,
        id: "",
        remains,
        leasedAt: took,
        problem: null,
        known: {
          look,
          asOf: look === "none" ? null : ended,
          there: look === "shown" ? kept - gone : 0,
          isClear: look === "shown",
          isWhole: look === "shown" && gone * 20 <= kept,
          wasWhole: look === "shown" && gone === 0,
          missing,
          missingInTime: Math.min(missing, inTime),
          neverArrived: Math.min(missing, never),
          lookAgainAt: canBeProven && missing === 0 ? ended : null,
        },
        submittedAt: took,
        finishedAt: isEnded ? ended : null,
        pausedUntil: null,
        replacement: { state: facts.replacement, short: facts.replacement === "rejected" ? short : 0 },
        refundedUnits,
        unpaidUnits: 0,
        waitsSince: null,
        remedyEndedAt: null,
      };
    },
  );

const order = fc
  .record({
    now: at,
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    paidCents: fc.integer({ min: 1, max: 10_000 }),
    budgetCents: fc.integer({ min: 0, max: 200 }),
    hasOffer: fc.boolean(),
    // Refunds that were rounded one by one: their sum may be a cent off the price of their units.
    roundedCents: fc.integer({ min: -1, max: 1 }),
    hasOtherRefund: fc.boolean(),
    isTargetHidden: fc.boolean(),
    isCalledOff: fc.boolean(),
  })
  .map(({ hasOffer, roundedCents, items, ...facts }): OrderFacts => {
    const quantity = items.reduce((sum, { quantity: own }) => sum + own, 0);
    const isEnded = items.every(({ finishedAt }) => finishedAt !== null);
    const undelivered = items.reduce((sum, one) => sum + one.quantity - deliveredUnits(one), 0);
    const returnedUnits = items.reduce((sum, one) => sum + one.refundedUnits, isEnded ? undelivered : 0);
    const shareCents = shareOfCents(facts.paidCents, returnedUnits, quantity);
    const returnedCents = returnedUnits
      ? Math.min(facts.paidCents, Math.max(0, shareCents + roundedCents))
      : 0;
    return {
      ...facts,
      askedAt: facts.now,
      paidAt,
      quantity,
      returnedUnits,
      returnedCents,
      paymentStatus: "paid",
      items: items.map((one, index) => ({ ...one, id: String(index) })),
      leftCents: facts.paidCents - returnedCents,
      undeliveredRefund: "refund_with_the_rest",
      isBlocked: false,
      maySend: true,
      startWithinHours: 24,
      finishWithinHours: 72,
      offers: hasOffer ? [{ minQuantity: 10, maxQuantity: 500, centsPer1000: 90 }] : [],
    };
  });

const kind = fc.constantFrom<RequestKind[]>(...requestKinds);
const remedies = ["refill", "replace", "refund"];

function each(check: (facts: OrderFacts, decisions: Decision[], kind: RequestKind) => void) {
  fc.assert(
    fc.property(order, kind, (facts, asked) => check(facts, decideItems(facts, asked), asked)),
    { numRuns: 2_000 },
  );
}

/** Each decision with the facts of its item. */
function eachItem(check: (one: ItemFacts, decision: Decision, facts: OrderFacts, kind: RequestKind) => void) {
  each((facts, decisions, asked) => {
    for (const [index, one] of facts.items.entries()) {
      const decision = decisions[index];
      if (!decision) throw new Error("each item has a decision");
      check(one, decision, facts, asked);
    }
  });
}

/** The known units less some that were paid back. */
function withLess(known: KnownUnits, units: number): KnownUnits {
  return {
    ...known,
    missing: Math.max(0, known.missing - units),
    missingInTime: Math.max(0, known.missingInTime - units),
    neverArrived: Math.max(0, known.neverArrived - units),
  };
}

describe("a decision", () => {
  it("remedies exactly the missing units, never a unit that is there", () => {
    eachItem((one, { outcome, units: made }, facts) => {
      if (!remedies.includes(outcome)) return;
      expect(made).toBe(coveredUnits(facts, one, missingUnits(one)));
      expect(made).toBeGreaterThan(0);
      expect(made + one.refundedUnits).toBeLessThanOrEqual(deliveredUnits(one));
      expect(made + one.refundedUnits + one.known.there).toBeLessThanOrEqual(deliveredUnits(one));
    });
  });

  it("accounts for each missing unit: made good, on its way, refunded, past its promise, or with an operator", () => {
    const accounted = [...remedies, "review", "too_late", "wait", "already_done"];
    eachItem((one, { outcome, reason }, _, asked) => {
      const isOver = one.finishedAt && deliveredUnits(one) > 0 && asked !== "cancel";
      if (!isOver || missingUnits(one) === 0) return;
      if (reason !== "below_a_cent") expect(accounted).toContain(outcome);
      if (outcome === "wait" && !one.isCounterMoving) throw new Error("a proven missing unit does not wait");
    });
  });

  it("makes nothing good on less than the proof of two looks, or what a replacement is known to lack", () => {
    eachItem((one, { outcome }) => {
      if (!remedies.includes(outcome)) return;
      if (one.known.missing === 0) expect(one.replacement.short).toBeGreaterThan(0);
    });
  });

  it("makes no units good while another delivery adds to the same counter", () => {
    eachItem(({ isCounterMoving }, { outcome }) => {
      if (isCounterMoving) expect(remedies).not.toContain(outcome);
    });
  });

  it("gives a missing unit one remedy, and none while another is open", () => {
    eachItem(({ refill, replacement }, { outcome }) => {
      if (refill === "open" || replacement.state === "open") expect(remedies).not.toContain(outcome);
      if (replacement.state !== "none") expect(outcome).not.toBe("replace");
    });
  });

  it("never refunds more than is left of the payment, nor, with earlier refunds, more than the price of all units", () => {
    each((facts, decisions) => {
      const refunds = decisions.filter(({ outcome }) => outcome === "refund");
      const cents = refunds.reduce((sum, refund) => sum + refund.cents, 0);
      const back = facts.returnedUnits + refunds.reduce((sum, refund) => sum + refund.units, 0);
      expect(cents).toBeLessThanOrEqual(facts.leftCents);
      expect(facts.paidCents - facts.leftCents + cents).toBe(
        refunds.length > 0 ? shareOfCents(facts.paidCents, back, facts.quantity) : facts.returnedCents,
      );
    });
  });

  it("stays within the budget", () => {
    each((facts, decisions) => {
      const spent = decisions.filter(({ outcome }) => outcome === "replace");
      expect(spent.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(facts.budgetCents);
    });
  });

  it("gives no second remedy once the first was carried out", () => {
    each((facts, decisions, asked) => {
      const back = decisions.filter(({ outcome }) => outcome === "refund");
      const items = facts.items.map((one, index): ItemFacts => {
        const decision = decisions[index];
        if (decision?.outcome === "refill") return { ...one, refill: "open" };
        if (decision?.outcome === "replace") return { ...one, replacement: { state: "open", short: 0 } };
        if (decision?.outcome !== "refund") return one;
        const replaced: RemedyState = one.replacement.state === "none" ? "none" : "effective";
        return {
          ...one,
          refundedUnits: one.refundedUnits + decision.units,
          known: withLess(one.known, decision.units),
          refill: one.refill === "none" ? "none" : "effective",
          replacement: { state: replaced, short: 0 },
        };
      });
      const spent = decisions.reduce(
        (sum, { outcome, cents }) => (outcome === "replace" ? sum + cents : sum),
        0,
      );
      const again = decideItems(
        {
          ...facts,
          items,
          budgetCents: facts.budgetCents - spent,
          leftCents: facts.leftCents - back.reduce((sum, { cents }) => sum + cents, 0),
          returnedUnits: facts.returnedUnits + back.reduce((sum, { units: own }) => sum + own, 0),
          returnedCents: facts.returnedCents + back.reduce((sum, { cents }) => sum + cents, 0),
        },
        asked,
      );
      for (const [index, decision] of decisions.entries()) {
        if (remedies.includes(decision.outcome)) expect(remedies).not.toContain(again[index]?.outcome);
      }
    });
  });

  it("asks an operator about an unknown count only when looking again does not help", () => {
    eachItem((one, { reason }) => {
      if (reason !== "count_unknown") return;
      expect(one.known).toMatchObject({ missing: 0, isWhole: false, lookAgainAt: null });
    });
  });

  it("to wait says until when, and that is later than now", () => {
    eachItem((_, { outcome, lookAgainAt }, { now }) => {
      if (outcome === "wait") expect(lookAgainAt?.getTime()).toBeGreaterThan(now.getTime());
    });
  });
});
