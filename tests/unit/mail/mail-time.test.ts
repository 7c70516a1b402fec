import { expect, it } from "vitest";
import { mailTime } from "@/lib/mail/queue/mail-time";

it("a time in a mail names its time zone", () => {
  expect(mailTime(new Date("2026-11-20T09:41:00Z"))).toBe("Nov 20, 2026, 9:41 AM UTC");
  expect(mailTime(new Date("2026-01-01T00:05:59Z"))).toBe("Jan 1, 2026, 12:05 AM UTC");
});
