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
  // Normalising this once takes hours, because its cost grows with the square of the length.
  expect(emailSchema.safeParse(`${"\u0301\u0316".repeat(1_000_000)}@example.com`).success).toBe(false);
});
