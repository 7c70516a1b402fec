import { expect, it } from "vitest";
import { emailSchema } from "@/lib/email/address";
import { emailProblem } from "@/lib/email/email-problem";

it("tells a missing address from a wrong one, in the browser and on the server alike", () => {
  for (const [typed, message] of [
    ["  ", "Email is required"],
    ["a@", "Please enter a valid email address"],
  ] as const) {
    expect(emailProblem(typed)).toBe(message);
    expect(emailSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
  }
});
