import { describe, expect, it } from "vitest";
import { createSafeStorage, type SafeStorage, type StorageLike } from "@/lib/base/safe-storage";
import {
  createRecorder,
  eventNames,
  funnelRate,
  parseEvents,
  revenueData,
} from "@/lib/shop/analytics/recorder";

function recorderOn(storage: SafeStorage) {
  let now = 1_000;
  return createRecorder(storage, () => now++);
}

describe("the analytics recorder", () => {
  it("keeps all five events in order, with time, platform and value", () => {
    const recorder = recorderOn(createSafeStorage(() => null));
    for (const name of eventNames) recorder.recordEvent(name, { platform: "tiktok", value: 229 });
    expect(recorder.readEvents()).toEqual(
      eventNames.map((name, index) => ({ name, at: 1_000 + index, platform: "tiktok", value: 229 })),
    );
  });

  it("survives a reload of the page", () => {
    const storage = createSafeStorage(() => null);
    recorderOn(storage).recordEvent("platform_selected", { platform: "instagram" });
    expect(recorderOn(storage).readEvents()).toEqual([
      { name: "platform_selected", at: 1_000, platform: "instagram" },
    ]);
  });

  it("goes on in memory when the store is full", () => {
    const full: StorageLike = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("no room", "QuotaExceededError");
      },
      removeItem: () => {},
    };
    const recorder = recorderOn(createSafeStorage(() => full));
    recorder.recordEvent("platform_selected");
    recorder.recordEvent("package_selected", { value: 229 });
    expect(recorder.readEvents().map((event) => event.name)).toEqual([
      "platform_selected",
      "package_selected",
    ]);
  });

  it("goes on in memory when the browser blocks storage", () => {
    const recorder = createRecorder(
      createSafeStorage(() => {
        throw new DOMException("denied", "SecurityError");
      }),
    );
    recorder.recordEvent("checkout_started");
    expect(recorder.readEvents()).toHaveLength(1);
  });

  it("keeps the newest 500 events", () => {
    const recorder = recorderOn(createSafeStorage(() => null));
    for (let count = 0; count < 510; count++) recorder.recordEvent("platform_selected");
    expect(recorder.readEvents()).toHaveLength(500);
    expect(recorder.readEvents().at(-1)?.at).toBe(1_509);
  });

  it("counts a purchase once, by its session or its order, however often it is seen", () => {
    const storage = createSafeStorage(() => null);
    recorderOn(storage).recordEventOnce(["cs_1", "/order/a"], "purchase_completed", { value: 229 });
    recorderOn(storage).recordEventOnce(["cs_1"], "purchase_completed", { value: 229 });
    recorderOn(storage).recordEventOnce(["/order/a"], "purchase_completed", { value: 229 });
    recorderOn(storage).recordEventOnce(["/order/b"], "purchase_completed", { value: 500 });
    expect(revenueData(recorderOn(storage).readEvents())).toEqual({
      totalCents: 729,
      averageCents: 365,
      orders: 2,
    });
  });

  it("ignores anything else in the store", () => {
    expect(parseEvents("not json")).toEqual([]);
    expect(parseEvents('{"name":"platform_selected"}')).toEqual([]);
    expect(
      parseEvents(
        '[null, 7, {"name":"other","at":1}, {"name":"post_selected","at":"x"}, {"name":"post_selected","at":5,"platform":"../other","value":"9"}]',
      ),
    ).toEqual([{ name: "post_selected", at: 5 }]);
  });
});

describe("figures from the events", () => {
  it("the funnel rate is purchases per platform selection, in percent", () => {
    const at = 1;
    expect(
      funnelRate([
        { name: "platform_selected", at },
        { name: "platform_selected", at },
        { name: "package_selected", at },
        { name: "platform_selected", at },
        { name: "platform_selected", at },
        { name: "purchase_completed", at },
      ]),
    ).toBe(25);
  });

  it("the funnel rate is 0 before anyone chose a platform", () => {
    expect(funnelRate([])).toBe(0);
  });

  it("revenue is 0 without purchases", () => {
    expect(revenueData([{ name: "checkout_started", at: 1, value: 500 }])).toEqual({
      totalCents: 0,
      averageCents: 0,
      orders: 0,
    });
  });
});
