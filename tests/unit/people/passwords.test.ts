import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/base/errors";
import { hashPassword, verifyPassword } from "@/lib/people/auth/passwords";

describe("hashing", () => {
  it("uses the whole password, also beyond 72 bytes", async () => {
    const long = "x7".repeat(36);
    const stored = await hashPassword(`${long}A`);
    expect(await verifyPassword(stored, `${long}A`)).toBe(true);
    expect(await verifyPassword(stored, `${long}B`)).toBe(false);
    expect(await verifyPassword(stored, long)).toBe(false);
  });

  it("treats both encodings of an accent as the same password, and no other text", async () => {
    const stored = await hashPassword("caf\u00e9-mar\u00eda");
    expect(await verifyPassword(stored, "cafe\u0301-mari\u0301a")).toBe(true);
    expect(await verifyPassword(stored, "cafe-maria")).toBe(false);
  });

  it("keeps spaces and case", async () => {
    const stored = await hashPassword(" Tide 9 ");
    expect(await verifyPassword(stored, " Tide 9 ")).toBe(true);
    expect(await verifyPassword(stored, "Tide 9 ")).toBe(false);
    expect(await verifyPassword(stored, " Tide 9")).toBe(false);
    expect(await verifyPassword(stored, " tide 9 ")).toBe(false);
  });

  it("is argon2id as configured, with a salt of its own", async () => {
    const [one, two] = await Promise.all([hashPassword("quiet-harbour-9"), hashPassword("quiet-harbour-9")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it("matches no password where there is no hash", async () => {
    expect(await verifyPassword(null, "")).toBe(false);
    expect(await verifyPassword(null, "quiet-harbour-9")).toBe(false);
  });
});

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
  expect(refused.filter((error) => !(error instanceof AppError))).toEqual([]);
  expect(refused).toMatchObject(refused.map(() => ({ code: "busy", retryAfterSeconds: 5 })));
  expect(await verifyPassword(stored, "correct horse")).toBe(true);
});
