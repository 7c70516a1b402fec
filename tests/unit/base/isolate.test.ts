import fc from "fast-check";
import { expect, it } from "vitest";
import { isolate } from "@/lib/base/db/isolate";

it("one run of a batch handles every good entry once, in order, and sets each bad one aside", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (areBad) => {
      const entries = areBad.map((isBad, at) => ({ at, isBad }));
      const handled: number[] = [];
      const aside: number[] = [];
      await isolate(
        entries,
        async (part) => {
          if (part.some(({ isBad }) => isBad)) throw new Error("a bad row");
          handled.push(...part.map(({ at }) => at));
        },
        async ({ at }) => void aside.push(at),
      );
      expect(handled).toEqual(entries.filter(({ isBad }) => !isBad).map(({ at }) => at));
      expect(aside).toEqual(entries.filter(({ isBad }) => isBad).map(({ at }) => at));
    }),
  );
});

it("an outage, which no entry causes, ends the batch and sets nothing aside", async () => {
  const outage = Object.assign(new Error("the connection was lost"), { code: "ECONNRESET" });
  const runs: number[][] = [];
  const batch = isolate(
    [1, 2, 3],
    async (part) => {
      runs.push(part);
      throw outage;
    },
    async () => expect.unreachable(),
  );
  await expect(batch).rejects.toBe(outage);
  expect(runs).toEqual([[1, 2, 3]]);
});
