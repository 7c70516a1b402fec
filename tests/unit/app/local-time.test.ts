import { describe, expect, it } from "vitest";
import { agoText } from "@/components/orders/local-time";

describe("how long ago something was", () => {
  const at = "2026-01-01T10:00:00.000Z";
  const start = Date.parse(at);
  it.each([
    [-5_000, "just now"],
    [4_999, "just now"],
    [12_000, "12 seconds ago"],
    [60_000, "1 minute ago"],
    [7_199_000, "1 hour ago"],
    [172_800_000, "2 days ago"],
  ])("%i ms later reads %s", (ms, text) => {
    expect(agoText(at, start + ms)).toBe(text);
  });
});
