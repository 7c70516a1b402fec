import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readStatus } from "@/lib/delivery/suppliers/protocol/read-status";

describe("a status entry", () => {
  it("is read with its numbers as strings", () => {
    const told = { charge: "0.27819", currency: "USD" };
    expect(readStatus({ ...told, start_count: "3572", status: "Partial", remains: "157" })).toEqual({
      ...told,
      kind: "known",
      state: "partial",
      word: "Partial",
      remains: 157,
      startCount: 3572,
    });
  });

  it.each([
    ["Pending", "submitted"],
    ["Awaiting", "submitted"],
    ["Processing", "in_progress"],
    ["In progress", "in_progress"],
    ["Inprogress", "in_progress"],
    ["IN_PROGRESS", "in_progress"],
    ["Active", "in_progress"],
    ["completed", "completed"],
    ["Complete", "completed"],
    ["Canceled", "canceled"],
    ["CANCELLED", "canceled"],
    ["Refunded", "canceled"],
    ["Fail", "failed"],
    ["Error", "failed"],
  ])("that says %s means %s", (status, state) => {
    expect(readStatus({ status })).toMatchObject({ kind: "known", state });
  });

  it.each([
    ["157", 157],
    [157, 157],
    ["157.0", 157],
    ["0", 0],
    ["-3", 0],
    [-3, 0],
    ["Unknown", null],
    ["", null],
    [null, null],
    [undefined, null],
    ["1e3", 1000],
    ["1.000", null],
    ["1,000", null],
    ["1 000", 1000],
    [Number.NaN, null],
    ["2147483648", null],
    ["99999999999", null],
  ])("with remains %j has %j left", (remains, left) => {
    expect(readStatus({ status: "Partial", remains })).toMatchObject({ remains: left });
  });

  it("with a start count of 0 has an unknown start count", () => {
    expect(readStatus({ status: "Pending", start_count: "0" })).toMatchObject({ startCount: null });
  });

  it.each([
    [{ error: "Incorrect order ID" }, "refused"],
    [{}, "unreadable"],
    ["garbage", "unreadable"],
    [null, "unreadable"],
    [[], "unreadable"],
    [42, "unreadable"],
    [{ status: 3 }, "unknown_word"],
    [{ status: "3" }, "unknown_word"],
    [{ status: "success" }, "unknown_word"],
    [{ status: "On fire" }, "unknown_word"],
    [{ status: "constructor" }, "unknown_word"],
  ])("like %j tells nothing", (entry, reason) => {
    expect(readStatus(entry)).toMatchObject({ kind: "unclear", reason });
  });

  it("of any shape is read without throwing, and never gives a number out of range", () => {
    fc.assert(
      fc.property(fc.anything(), (entry) => {
        const report = readStatus(entry);
        if (report.kind === "known" && report.remains !== null)
          expect(report.remains).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
