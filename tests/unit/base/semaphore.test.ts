import { describe, expect, it, vi } from "vitest";
import { CallerQueues, PerCaller, Semaphore } from "@/lib/base/process/semaphore";

describe("a semaphore", () => {
  it("admits as many callers as it has places, and the others one by one in their order", async () => {
    const semaphore = new Semaphore({ atOnce: 2, waiting: 10 });
    const log: number[] = [];
    const ends: (() => void)[] = [];
    const runs = [0, 1, 2, 3].map((nth) =>
      semaphore.run(() => {
        log.push(nth);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await Promise.resolve();
    expect(log).toEqual([0, 1]);
    ends[0]?.();
    await runs[0];
    await expect.poll(() => log).toEqual([0, 1, 2]);
    ends[1]?.();
    await expect.poll(() => log).toEqual([0, 1, 2, 3]);
    for (const end of ends) end();
    await Promise.all(runs);
  });

  it("refuses a caller with busy when its queue is full", async () => {
    const semaphore = new Semaphore({ atOnce: 1, waiting: 1 });
    const release = await semaphore.acquire();
    const second = semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 5 });
    release();
    (await second)();
    await expect(semaphore.acquire()).resolves.toBeTypeOf("function");
  });

  it("gets a place back from work that fails, and only once", async () => {
    const semaphore = new Semaphore({ atOnce: 1, waiting: 0 });
    await expect(semaphore.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const release = await semaphore.acquire();
    release();
    release();
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toMatchObject({ code: "busy" });
  });

  it("refuses a caller that has waited too long with busy, and gives the place to the next one", async () => {
    vi.useFakeTimers();
    try {
      const semaphore = new Semaphore({ atOnce: 1, waiting: 10, longestWaitMs: 5_000 });
      const release = await semaphore.acquire();
      const early = semaphore.acquire();
      const isRefused = expect(early).rejects.toMatchObject({ code: "busy" });
      await vi.advanceTimersByTimeAsync(3_000);
      const late = semaphore.acquire();
      await vi.advanceTimersByTimeAsync(2_000);
      await isRefused;
      release();
      (await late)();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

it("places are bounded per caller, taken for all named callers or none, and given back once", () => {
  const held = new PerCaller(2);
  const release = held.acquire("network", "account");
  held.acquire("network");
  expect(() => held.acquire("account", "network")).toThrow(
    expect.objectContaining({ code: "rate_limited", retryAfterSeconds: 5 }),
  );
  // The refusal because of the network took no slot of the account.
  held.acquire("account");
  expect(() => held.acquire("account")).toThrow();
  release();
  release();
  held.acquire("network");
  expect(() => held.acquire("network")).toThrow();
});

describe("queues of callers", () => {
  it("let a caller with many tasks wait for its own, and no other for it", async () => {
    const queues = new CallerQueues({ atOnce: 1, waiting: 1 });
    const log: string[] = [];
    const ends: (() => void)[] = [];
    const run = (caller: string) =>
      queues.run(caller, () => {
        log.push(caller);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const runs = [run("a"), run("a"), run("b")];
    await Promise.resolve();
    expect(log).toEqual(["a", "b"]);
    await expect(run("a")).rejects.toMatchObject({ code: "busy" });
    ends[0]?.();
    await expect.poll(() => log).toEqual(["a", "b", "a"]);
    for (const end of ends) end();
    await Promise.all(runs);
  });
});
