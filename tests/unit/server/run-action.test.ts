import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { testEnv } from "../../support/test-env";

// Next's own, which answers inside of a request only.
const request = { address: "203.0.113.1" };
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-client-address": request.address, "next-action": "x" }),
  cookies: async () => new Map(),
}));

beforeEach(() => {
  Object.assign(process.env, testEnv());
});

it("one network has ten forms in flight, others theirs; the next one of it is told to wait, and its place comes back", async () => {
  const ends: (() => void)[] = [];
  const send = (address: string) => {
    request.address = address;
    return runAction(
      "public",
      z.object({}),
      new FormData(),
      () => new Promise<string>((resolve) => ends.push(() => resolve("done"))),
    );
  };
  const inFlight = [];
  for (let nth = 1; nth <= 10; nth++) {
    inFlight.push(send("203.0.113.1"));
    await expect.poll(() => ends.length).toBe(nth);
  }
  expect(await send("203.0.113.1")).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  inFlight.push(send("203.0.113.2"));
  await expect.poll(() => ends.length).toBe(11);
  for (const end of ends) end();
  for (const result of await Promise.all(inFlight)) expect(result).toEqual({ ok: true, data: "done" });
  inFlight.push(send("203.0.113.1"));
  await expect.poll(() => ends.length).toBe(12);
  ends.at(-1)?.();
});
