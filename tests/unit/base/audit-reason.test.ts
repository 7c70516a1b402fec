import { expect, it } from "vitest";
import { reasonSchema } from "@/lib/base/audit/reason-schema";
import { reasonText } from "@/lib/operator/reporting/reason-text";

it.each(["x", " x ", undefined])("the reason %j is too short and refused with the minimum", (reason) => {
  const { error } = reasonSchema.safeParse(reason);
  expect(error?.issues[0]?.message).toBe("Say why, for the audit log, in at least 3 characters.");
});

it("an answer without JSON is described by its status, and by its being empty", () => {
  const gateway = { httpStatus: 504, answer: "" };
  expect(reasonText("not_json", gateway)).toBe("The supplier answered HTTP 504, and the answer was empty");
  expect(reasonText("not_json", { ...gateway, answer: "<html>" })).toMatch(/HTTP 504, .* no valid JSON/);
  expect(reasonText("timeout", gateway)).toBe("No answer in time");
});
