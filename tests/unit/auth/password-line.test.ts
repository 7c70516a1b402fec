import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/auth/passwords";
import { AppError } from "@/lib/errors";

it("of 150 passwords at once, a bounded queue is checked and the rest is told to try again", async () => {
  const stored = await hashPassword("correct horse");
  const results = await Promise.allSettled(
    Array.from({ length: 150 }, () => verifyPassword(stored, "correct horse")),
  );
  const right = results.filter((result) => result.status === "fulfilled" && result.value).length;
  const refused = results.filter((result) => result.status === "rejected").map((result) => result.reason);
  // Two at once and at most fifty in the queue; on a slow machine some of those wait too long and are refused.
  expect(right).toBeGreaterThan(0);
  expect(right).toBeLessThanOrEqual(52);
  expect(right + refused.length).toBe(150);
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "busy", retryAfterSeconds: 5 });
  }
  expect(await verifyPassword(stored, "correct horse")).toBe(true);
});
