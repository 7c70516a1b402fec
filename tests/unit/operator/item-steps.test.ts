import { describe, expect, it } from "vitest";
import {
  type AdvisedItem,
  itemSteps,
  reviewAdvice,
  type SteppedItem,
} from "@/lib/operator/reporting/item-details";

const now = new Date("2026-11-21T12:00:00Z");

const item = (changes: Partial<SteppedItem> = {}): SteppedItem => ({
  state: "submitted",
  link: "https://x.example/buyer",
  isManual: false,
  reviewSince: null,
  providerOrderId: "77",
  cancelOutcome: null,
  finishedAt: null,
  refillDays: null,
  replacesItemId: null,
  supplierService: { canCancel: true, canRefill: true },
  refills: [],
  replacement: null,
  order: { status: "processing", maySend: true },
  ...changes,
});
const completed = { state: "completed", finishedAt: new Date("2026-11-20T12:00:00Z") } as const;
const lost = { state: "unknown", providerOrderId: null } as const;
const manual = { isManual: true, providerOrderId: null } as const;
const stopped = { order: { status: "processing", maySend: false } } as const;

it.each<[string, Partial<SteppedItem>, string[]]>([
  ["one that waits", { state: "waiting" }, ["cancel"]],
  ["one that is being sent", { state: "submitting" }, []],
  ["one at its supplier", {}, ["cancel_at_supplier"]],
  ["one whose supplier agreed to stop it", { cancelOutcome: "accepted" }, []],
  ["one whose supplier's answer was lost", { cancelOutcome: "unknown" }, ["cancel_at_supplier"]],
  ["one of a service without cancellation", { supplierService: { canCancel: false, canRefill: true } }, []],
  [
    "one that its supplier can't tell about",
    { reviewSince: now },
    ["attach", "complete", "cancel_at_supplier"],
  ],
  ["one whose outcome is unknown", lost, ["attach", "complete", "resubmit", "cancel"]],
  [
    "an unknown one of an order that allows no sending",
    { ...lost, ...stopped },
    ["attach", "complete", "cancel"],
  ],
  ["one that was refused", { state: "rejected", providerOrderId: null }, ["resubmit", "cancel"]],
  ["one that was refused, of a deleted account", { state: "rejected", link: "" }, ["cancel"]],
  ["one to deliver manually", { ...manual, reviewSince: now }, ["start", "complete"]],
  ["one that is delivered manually", { ...manual, state: "in_progress" }, ["complete"]],
  ["one completed a day ago", completed, ["refill"]],
  ["one completed of an order that allows no sending", { ...completed, ...stopped }, []],
  ["one completed that is being refilled", { ...completed, refills: [{ state: "unknown" }] }, []],
  ["one completed last week", { state: "completed", finishedAt: new Date("2026-11-10T12:00:00Z") }, []],
  ["one that was canceled", { state: "canceled" }, []],
])("an item offers the steps of its state: %s", (_name, changes, steps) => {
  expect(itemSteps(item(changes), now)).toEqual(steps);
});

describe("the advice about an item in review", () => {
  const advised = (changes: Partial<AdvisedItem>): AdvisedItem => ({
    state: "unknown",
    reason: null,
    isManual: false,
    canResubmit: true,
    reviewSince: now,
    pausedUntil: null,
    providerStatus: null,
    lastCheckedAt: null,
    lateNumber: null,
    ...changes,
  });
  const late = { state: "in_progress", reason: "not_finished" } as const;
  const unsent = { state: "ready", reason: "rate_limited", reviewSince: null } as const;

  it.each<[string, Partial<AdvisedItem>, RegExp]>([
    ["warns against sending again when nothing proves anything", {}, /only if it is not/],
    ["draws nothing from a balance", {}, /A balance alone shows nothing/],
    ["names a number that came late", { lateNumber: "7001" }, /as number 7001.*attach it/],
    ["names the supplier's word", { state: "in_progress", providerStatus: "Stuck" }, /“Stuck”/],
    [
      "says since when a late one is not reported on",
      { ...late, lastCheckedAt: now },
      /2026-11-21 12:00 UTC/,
    ],
    ["says that a late one was never reported on", late, /never answered/],
    ["names who holds up one that is refused for now", { ...unsent, reason: "target_busy" }, /another order/],
    ["says that the shop keeps trying one that no supplier has taken", unsent, /keeps trying/],
    ["says when a paused one is given up", { state: "paused", pausedUntil: now }, /2026-11-21 12:00 UTC/],
  ])("%s", (_name, changes, message) => {
    expect(reviewAdvice(advised(changes))).toMatch(message);
  });

  it.each<Partial<AdvisedItem>>([
    {},
    { lateNumber: "7001" },
    { state: "rejected" },
    { reason: "database_restored" },
  ])("names sending again only where that is offered: %o", (changes) => {
    expect(reviewAdvice(advised(changes))).toMatch(/send it again/);
    expect(reviewAdvice(advised({ ...changes, canResubmit: false }))).not.toMatch(/send it again/);
    expect(reviewAdvice(advised({ ...changes, canResubmit: false }))).toMatch(/cancel it/i);
  });

  it("is empty for an item that waits for no operator", () => {
    expect(reviewAdvice(advised({ state: "in_progress", reviewSince: null }))).toBeNull();
  });
});
