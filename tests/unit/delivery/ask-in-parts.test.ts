import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askInParts } from "@/lib/delivery/suppliers/protocol/ask-in-parts";

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

/** A panel that refuses a whole request for any number that it doesn't know, and is away from a call on. */
function panelThat({ unknown, awayFrom = Infinity }: { unknown: string[]; awayFrom?: number }) {
  let calls = 0;
  const ask = async (numbers: string[]) => {
    calls += 1;
    if (calls >= awayFrom) return { ok: false, reason: "timeout", isRefused: false } as const;
    if (numbers.some((number) => unknown.includes(number)))
      return { ok: false, reason: "Something went wrong", isRefused: true } as const;
    return { ok: true, reports: new Map(numbers.map((number) => [number, `report of ${number}`])) } as const;
  };
  return { ask, calls: () => calls };
}

describe("asking about numbers", () => {
  it("takes one request when the panel knows them all", async () => {
    const panel = panelThat({ unknown: [] });
    const answer = await askInParts(numbersTo(100), panel.ask);
    expect(answer.ok && answer.reports.size).toBe(100);
    expect(panel.calls()).toBe(1);
  });

  it("reports all but the number that the panel doesn't know, wherever it is, in fifteen requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 100 }), fc.nat(), async (count, at) => {
        const numbers = numbersTo(count);
        const bad = String((at % count) + 1);
        const panel = panelThat({ unknown: [bad] });
        const answer = await askInParts(numbers, panel.ask);
        if (!answer.ok) throw new Error("the panel answers about the others");
        expect([...answer.reports.keys(), bad].sort()).toEqual(numbers.toSorted());
        expect([...answer.unanswered]).toEqual([]);
        expect(panel.calls()).toBeLessThanOrEqual(15);
      }),
    );
  });

  it("calls a number unknown only when it was asked about alone, in at most forty requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 100 })), async (picked) => {
        const unknown = picked.map(String);
        const panel = panelThat({ unknown });
        const answer = await askInParts(numbersTo(100), panel.ask);
        expect(panel.calls()).toBeLessThanOrEqual(40);
        if (!answer.ok) return;
        const silent = numbersTo(100).filter((id) => !answer.reports.has(id) && !answer.unanswered.has(id));
        expect(unknown).toEqual(expect.arrayContaining(silent));
      }),
    );
  });

  it("fails when the panel refuses everything, after a few requests", async () => {
    const panel = panelThat({ unknown: numbersTo(100) });
    expect(await askInParts(numbersTo(100), panel.ask)).toEqual({
      ok: false,
      reason: "Something went wrong",
    });
    expect(panel.calls()).toBe(12);
  });

  it.each([
    ["refuses more", { isRefused: true }],
    ["hears more and answers nothing usable", { isRefused: false, isHeard: true }],
  ])(
    "asks one by one, within a bound, when the panel answers about one number and %s",
    async (_, refusal) => {
      let calls = 0;
      const answer = await askInParts(numbersTo(100), async (numbers) => {
        calls += 1;
        if (numbers.length > 1) return { ok: false, reason: "what?", ...refusal } as const;
        return { ok: true, reports: new Map(numbers.map((number) => [number, "a report"])) } as const;
      });
      if (!answer.ok) throw new Error("the panel answers about each");
      expect(calls).toBe(40);
      expect(answer.reports.size).toBeGreaterThanOrEqual(28);
      expect(answer.reports.size + answer.unanswered.size).toBe(100);
    },
  );

  it("asks about one number of a failing panel, and then no further", async () => {
    let calls = 0;
    const failing = async () => {
      calls += 1;
      return { ok: false, reason: "HTTP 502", isRefused: false, isHeard: true } as const;
    };
    expect(await askInParts(numbersTo(100), failing)).toEqual({ ok: false, reason: "HTTP 502" });
    expect(calls).toBe(2);
  });

  it("asks no further when the panel goes away, and calls no number unknown that it was not asked about", async () => {
    const panel = panelThat({ unknown: ["100"], awayFrom: 3 });
    const answer = await askInParts(numbersTo(100), panel.ask);
    expect(answer.ok && [...answer.reports.keys()]).toEqual(numbersTo(50));
    expect(answer.ok && [...answer.unanswered]).toEqual(numbersTo(100).slice(50));
    expect(panel.calls()).toBe(3);
    const gone = panelThat({ unknown: [], awayFrom: 1 });
    expect(await askInParts(numbersTo(100), gone.ask)).toEqual({ ok: false, reason: "timeout" });
    expect(gone.calls()).toBe(1);
  });
});
