import { describe, expect, it } from "vitest";
import { momentIn, shownIn, timeZoneSchema } from "@/lib/base/time/zone";

describe("what the clocks of a zone show", () => {
  it.each([
    ["2026-11-29", "UTC", "2026-11-29T00:00"],
    ["2026-11-29", "Europe/Berlin", "2026-11-28T23:00"],
    ["2026-07-01", "Europe/Berlin", "2026-06-30T22:00"],
    ["2026-11-29", "America/Los_Angeles", "2026-11-29T08:00"],
    ["2026-11-29", "Asia/Kolkata", "2026-11-28T18:30"],
    ["2026-11-30T18:05", "Pacific/Auckland", "2026-11-30T05:05"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00"],
    ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00"],
  ])("%s in %s is %s in UTC, and back", (local, zone, utc) => {
    const at = momentIn(local, zone);
    expect(at.toISOString()).toBe(`${utc}:00.000Z`);
    expect(shownIn(at, zone)).toBe(local.length === 10 ? `${local}T00:00` : local);
  });

  it("is read in UTC where the zone is unknown or missing", () => {
    for (const zone of ["Europe/Nowhere", "'; DROP TABLE", undefined, 7])
      expect(timeZoneSchema.parse(zone)).toBe("UTC");
    expect(timeZoneSchema.parse("Asia/Tokyo")).toBe("Asia/Tokyo");
  });
});
