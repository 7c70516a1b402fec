import { describe, expect, it } from "vitest";
import { stopText } from "@/app/admin/now/entry-text";
import { hour } from "@/lib/base/time/time";
import {
  findOutages,
  type SupplierHealth,
  spentAt,
  stopOf,
  usualPayments,
} from "@/lib/operator/reporting/needs-me-supply-rules";

const now = new Date("2026-11-25T20:00:00Z");
const at = (hours: number) => new Date(now.getTime() + hours * hour);

const healthy: SupplierHealth = {
  id: "harbor",
  name: "Harbor Panel",
  isManual: false,
  isActive: true,
  pausedAt: null,
  holdReason: null,
  failures: 0,
  alertAt: null,
  balance: 50,
  currency: "USD",
  spent: 0,
  spentSince: null,
};
const supplier = (change: Partial<SupplierHealth> = {}) => ({ ...healthy, ...change });
const paused = (id: string, hours: number) => supplier({ id, isActive: false, pausedAt: at(hours) });

describe("a supplier takes orders", () => {
  it.each([
    ["when it is well", {}, null],
    ["after four failures", { failures: 4 }, null],
    ["when its balance is not known", { balance: null }, null],
    ["with an empty balance if people deliver", { balance: 0, isManual: true }, null],
    ["not when it is paused", { isActive: false, holdReason: "no_funds" }, "paused"],
    ["not on hold", { holdReason: "bad_key" }, "held:bad_key"],
    ["not while its breaker is open", { failures: 5 }, "failing"],
    ["not without money", { balance: 0 }, "empty"],
    ["not in debt", { balance: -3 }, "empty"],
  ] as const)("%s", (_, change, stop) => expect(stopOf(supplier(change))).toBe(stop));

  it.each([
    ["paused", "Harbor Panel is paused. Resume it if it may take orders again."],
    ["held:no_funds", "Harbor Panel has no funds left. Top up its account first, then resume it."],
    ["held:operator", "Harbor Panel is on hold. Open it to see why."],
  ] as const)("and %s has its own advice", (stop, text) => {
    expect(stopText({ id: "1", name: "Harbor Panel", stop })).toBe(text);
  });
});

describe("an outage", () => {
  const likes = { platform: "tiktok", service: "likes" } as const;
  const views = { platform: "tiktok", service: "views" } as const;

  it("is none while one supplier of the service takes orders", () => {
    const offered = [
      { ...likes, supplier: paused("a", -1) },
      { ...likes, supplier: supplier({ id: "b" }) },
    ];
    expect(findOutages(offered)).toEqual([]);
  });

  it("is a service that nothing is mapped to", () => {
    expect(findOutages([{ ...likes, supplier: null }])).toEqual([
      { services: [likes], suppliers: [], since: null },
    ]);
  });

  it("is one for all services with the same stopped suppliers, since the last of them stopped", () => {
    const [a, b] = [paused("a", -5), paused("b", -2)];
    const offered = [
      { ...likes, supplier: a },
      { ...likes, supplier: b },
      { ...views, supplier: b },
      { ...views, supplier: a },
    ];
    const [outage, ...others] = findOutages(offered);
    expect(others).toEqual([]);
    expect(outage).toMatchObject({ services: [likes, views], since: at(-2) });
    expect(outage?.suppliers.map(({ id, stop }) => [id, stop])).toEqual([
      ["a", "paused"],
      ["b", "paused"],
    ]);
  });

  it("has no time if one of its suppliers has none", () => {
    const offered = [
      { ...likes, supplier: paused("a", -5) },
      { ...likes, supplier: supplier({ id: "b", balance: 0 }) },
    ];
    expect(findOutages(offered)[0]?.since).toBeNull();
  });
});

describe("a balance", () => {
  const spending = (change: Partial<SupplierHealth>) =>
    spentAt(supplier({ balance: 20, spent: 24, spentSince: at(-12), ...change }), now);

  it.each([
    ["won't last ten hours at two an hour", {}, at(10)],
    ["lasts the night with thirty", { balance: 30 }, null],
    ["has no rate yet after an hour", { spent: 2, spentSince: at(-1) }, null],
    ["has no rate without spending", { spent: 0 }, null],
    ["has no rate without a beginning", { spentSince: null }, null],
    ["is an outage's once it is empty", { balance: 0 }, null],
    ["is not spent while the supplier is paused", { isActive: false }, null],
  ] as const)("%s", (_, change, dueAt) => expect(spending(change)).toEqual(dueAt));
});

describe("a silence of payments", () => {
  it.each([
    ["unusual after four weeks that always had some", Array(28).fill(9), 9],
    ["unusual where the average is exactly five", Array(14).fill(5), 5],
    ["usual where one day was as silent", [...Array(27).fill(9), 0], null],
    ["unknown with thirteen days", Array(13).fill(9), null],
    ["unknown in a shop with few payments", Array(28).fill(4), null],
    ["unknown in a new shop", [], null],
  ] as const)("is %s", (_, days, usual) => expect(usualPayments(days)).toBe(usual));
});
