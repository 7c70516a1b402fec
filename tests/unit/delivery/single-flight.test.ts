import { describe, expect, it, vi } from "vitest";
import { SingleFlight } from "@/lib/delivery/social/single-flight";

describe("a single flight", () => {
  it("runs work once for all callers that ask meanwhile, and again for a later caller", async () => {
    const flight = new SingleFlight();
    const work = vi.fn(async () => ({ answer: 1 }));
    const [first, second] = await Promise.all([flight.run("a", work), flight.run("a", work)]);
    expect(first).toBe(second);
    expect(work).toHaveBeenCalledTimes(1);
    await flight.run("a", work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("keeps different keys apart", async () => {
    const flight = new SingleFlight();
    const answers = await Promise.all([flight.run("a", async () => 1), flight.run("b", async () => 2)]);
    expect(answers).toEqual([1, 2]);
  });

  it("passes a failure on to all callers and forgets it", async () => {
    const flight = new SingleFlight();
    const fail = () => Promise.reject(new Error("down"));
    const both = await Promise.allSettled([flight.run("a", fail), flight.run("a", fail)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(flight.run("a", async () => "up")).resolves.toBe("up");
  });
});
