import { expect, it } from "vitest";
import { emailSchema } from "@/lib/email/address";
import { emailProblem } from "@/lib/email/email-problem";

it("distinguishes a missing address from an invalid one, in the browser as on the server", () => {
  for (const [typed, message] of [
    ["  ", "Email is required"],
    ["a@", "Please enter a valid email address"],
  ] as const) {
    expect(emailProblem(typed)).toBe(message);
    expect(emailSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
  }
});

it("refuses a text far too long for an address without normalising it", () => {
  const endless = `${"\u0301\u0316".repeat(32_000)}@example.com`;
  const start = performance.now();
  expect(emailSchema.safeParse(endless).success).toBe(false);
  // Normalising it once takes a second or more.
  expect(performance.now() - start).toBeLessThan(200);
});
