import { describe, expect, it } from "vitest";
import { Batcher } from "@/lib/base/process/batcher";

/** Batches that end when the test says so. */
function held() {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const batcher = new Batcher(async (inputs: number[]) => {
    batches.push(inputs);
    await new Promise<void>((resolve) => gates.push(resolve));
    return inputs.map((input) => input * 2);
  }, 3);
  return { batches, batcher, release: () => gates.shift()?.() };
}

describe("a batcher", () => {
  it("runs a lone request at once, and batches the requests that arrive meanwhile, up to its limit", async () => {
    const { batches, batcher, release } = held();
    const first = batcher.ask(1);
    await expect.poll(() => batches).toEqual([[1]]);
    const others = [2, 3, 4, 5].map((input) => batcher.ask(input));
    release();
    expect(await first).toBe(2);
    await expect.poll(() => batches).toEqual([[1], [2, 3, 4]]);
    release();
    await expect.poll(() => batches).toEqual([[1], [2, 3, 4], [5]]);
    release();
    expect(await Promise.all(others)).toEqual([4, 6, 8, 10]);
  });

  it("rejects all requests of a batch that failed, and goes on with the next", async () => {
    let count = 0;
    const batcher = new Batcher(async (inputs: number[]) => {
      count += 1;
      if (count === 1) throw new Error("the database is away");
      return inputs;
    }, 2);
    const answers = await Promise.allSettled([1, 2, 3].map((input) => batcher.ask(input)));
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });

  it("goes on with the next batch when one takes too long, whose requests still get their answers", async () => {
    let answerFirst = () => {};
    const batcher = new Batcher(
      async (inputs: number[]) => {
        if (inputs.includes(1)) await new Promise<void>((resolve) => (answerFirst = resolve));
        return inputs;
      },
      1,
      10,
    );
    const hanging = batcher.ask(1);
    expect(await batcher.ask(2)).toBe(2);
    answerFirst();
    expect(await hanging).toBe(1);
  });
});
