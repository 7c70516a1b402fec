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
