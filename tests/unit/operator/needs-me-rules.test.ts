import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matterText, placeOf } from "@/app/admin/now/entry-text";
import { hour } from "@/lib/base/time/time";
import {
  costOf,
  groupMatters,
  isWorse,
  type Matter,
  matterKinds,
} from "@/lib/operator/reporting/needs-me-rules";

const now = new Date("2026-11-25T20:00:00Z");
const at = (hours: number) => new Date(now.getTime() + hours * hour);

function matter(change: Partial<Matter> & Pick<Matter, "kind">): Matter {
  const blank = { id: "1", text: "", detail: null, count: 1, version: null, cents: 0, dueAt: null };
  const since = change.since ?? at(-1);
  return { ...blank, since, newestAt: since, subject: `${change.kind}:1`, ...change };
}

const anyKind = fc.constantFrom(...matterKinds);
const anyCents = fc.integer({ min: 0, max: 10_000_000 });
const anyHours = fc.double({ min: -2_000, max: 2_000, noNaN: true });

describe("what waiting costs", () => {
  it("is never less for the older of two matters of a kind", () => {
    fc.assert(
      fc.property(anyKind, anyCents, anyHours, anyHours, (kind, cents, one, other) => {
        const [older, newer] = [Math.min(one, other), Math.max(one, other)];
        expect(costOf(matter({ kind, cents, since: at(older) }), now)).toBeGreaterThanOrEqual(
          costOf(matter({ kind, cents, since: at(newer) }), now),
        );
      }),
    );
  });

  it("is an eighth a week before the deadline, half the day before, all on it and more after it", () => {
    const shares = [168, 24, 0, -24, -48].map(
      (hours) => costOf(matter({ kind: "job", dueAt: at(hours) }), now) / 500,
    );
    expect(shares).toEqual([0.125, 0.5, 1, 2, 3]);
  });

  it("is never less for the larger of two, nor for the one whose deadline is nearer", () => {
    fc.assert(
      fc.property(anyKind, anyCents, anyCents, anyHours, anyHours, (kind, one, other, first, second) => {
        const larger = matter({ kind, cents: Math.max(one, other), dueAt: at(Math.min(first, second)) });
        const smaller = matter({ kind, cents: Math.min(one, other), dueAt: at(Math.max(first, second)) });
        expect(costOf(larger, now)).toBeGreaterThanOrEqual(costOf(smaller, now));
      }),
    );
  });

  it("puts a stopped worker first, a dispute due soon before later ones, a late ticket before new ones", () => {
    const list = [
      matter({ subject: "order:late", kind: "dispute", cents: 499, dueAt: at(160) }),
      matter({ subject: "ticket:fresh", kind: "ticket", since: at(-1) }),
      matter({ subject: "order:due", kind: "dispute", cents: 499, dueAt: at(5) }),
      matter({ subject: "ticket:late", kind: "ticket", since: at(-50) }),
      matter({ subject: "alert:worker", kind: "standstill" }),
      matter({ subject: "order:paused", kind: "paused", cents: 100, dueAt: at(48) }),
    ];
    expect(groupMatters(list, [], now).entries.map(({ subject }) => subject)).toEqual([
      "alert:worker",
      "ticket:late",
      "order:due",
      "ticket:fresh",
      "order:late",
      "order:paused",
    ]);
  });
});

describe("the list", () => {
  it("has each subject once, led by its costliest matter", () => {
    const some = fc.array(
      fc.record({ kind: anyKind, cents: anyCents, hours: anyHours, subject: fc.constantFrom("a", "b", "c") }),
    );
    fc.assert(
      fc.property(some, (made) => {
        const matters = made.map(({ hours, ...rest }) => matter({ ...rest, since: at(hours) }));
        const { entries } = groupMatters(matters, [], now);
        expect(entries.map(({ subject }) => subject).sort()).toEqual(
          [...new Set(matters.map(({ subject }) => subject))].sort(),
        );
        expect(entries.flatMap(({ lead, others }) => [lead, ...others])).toHaveLength(matters.length);
        for (const { lead, others } of entries) {
          for (const other of others) expect(costOf(lead, now)).toBeGreaterThanOrEqual(costOf(other, now));
        }
        expect(entries.map(({ cost }) => cost)).toEqual(
          entries.map(({ cost }) => cost).toSorted((a, b) => b - a),
        );
      }),
    );
  });

  it("leaves a snoozed subject out until the snooze is over", () => {
    const all = [matter({ kind: "alert", subject: "alert:x", since: at(-5) })];
    const snoozed = { subject: "alert:x", kinds: ["alert"], snoozedAt: at(-1), until: at(3) };
    expect(groupMatters(all, [snoozed], now)).toMatchObject({
      entries: [],
      snoozed: [{ subject: "alert:x" }],
    });
    expect(groupMatters(all, [{ ...snoozed, until: now }], now)).toMatchObject({
      entries: [{ subject: "alert:x" }],
      snoozed: [],
    });
  });

  it.each<[string, Partial<Matter>, boolean]>([
    ["its last day had begun before", { kind: "dispute", since: at(-90), dueAt: at(10) }, false],
    ["its last day began", { kind: "dispute", since: at(-90), dueAt: at(23.5) }, true],
    ["its deadline passed", { kind: "dispute", since: at(-90), dueAt: at(-0.5) }, true],
    ["its deadline is far away", { kind: "dispute", since: at(-90), dueAt: at(90) }, false],
    ["something new came", { kind: "flagged", since: at(-0.5) }, true],
    ["something new came to an old matter", { kind: "review", since: at(-5), newestAt: at(-0.5) }, true],
    ["the promised day of a ticket ended", { kind: "ticket", since: at(-24.5) }, true],
    ["the promised day of a ticket goes on", { kind: "ticket", since: at(-20) }, false],
  ])("decides whether a subject snoozed an hour ago returns, when %s", (_, change, isBack) => {
    const all = [matter({ kind: "alert", ...change })];
    const snoozed = { kinds: all.map(({ kind }) => kind), snoozedAt: at(-1) };
    expect(isWorse(all, snoozed, now)).toBe(isBack);
    expect(isWorse(all, { ...snoozed, kinds: [] }, now)).toBe(true);
  });
});

describe("an entry", () => {
  it.each(matterKinds)("of kind %s says what it is, what waiting costs and where to deal with it", (kind) => {
    const outage = { services: [], suppliers: [], since: now };
    const {
      title,
      cost,
      at: moment,
    } = matterText(matter({ kind, outage, text: "late_answer", cents: 499 }), now);
    expect(title.length).toBeGreaterThan(5);
    expect(cost).toMatch(/^[A-Z\d$].*[a-z]$/);
    expect(moment).toBeInstanceOf(Date);
    expect(placeOf(matter({ kind, subject: "order:7" }))).toMatch(/^\/admin\/orders\/7(?:#\w+)?$/);
  });

  it("names what an inquiry of the bank may cost, and its deadline", () => {
    const dispute = matter({ kind: "dispute", cents: 499, text: "product_not_received", dueAt: at(30) });
    expect(matterText({ ...dispute, detail: "warning_needs_response" }, now)).toEqual({
      title: "The bank is asking about the payment of $4.99: product not received",
      cost: "$4.99 may be disputed if it is neither refunded nor answered by",
      at: at(30),
    });
  });
});
