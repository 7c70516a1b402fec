import { describe, expect, it } from "vitest";
import { normalizeUsername, profileUrl } from "@/lib/shop/catalog/platforms";

describe("a username", () => {
  it.each([
    ["instagram", "@Harbor.Light", "harbor.light"],
    ["instagram", "  wave_rider ", "wave_rider"],
    ["instagram", "https://www.instagram.com/Wave_Rider/?hl=en", "wave_rider"],
    ["instagram", "a", "a"],
    ["instagram", "a".repeat(30), "a".repeat(30)],
    ["tiktok", "https://www.tiktok.com/@luna.moves", "luna.moves"],
    ["tiktok", "@@luna", null],
    ["instagram", "@@luna", null],
    ["instagram", "@", null],
    ["instagram", "a".repeat(31), null],
    ["tiktok", "a".repeat(31), null],
    ["instagram", "a..b", null],
    ["instagram", ".a", null],
    ["instagram", "a.", null],
    ["instagram", "", null],
    ["instagram", "../etc", null],
    ["instagram", "a'; DROP TABLE orders; --", null],
    ["instagram", "name\nSet-Cookie: x", null],
    ["instagram", "wave rider", null],
    ["instagram", "wave😀", null],
    ["instagram", "wa\u200Bve", "wave"],
    ["instagram", "\u2068@wave_rider\u2069", "wave_rider"],
    ["instagram", "@ wave_rider", "wave_rider"],
    ["instagram", "ｗａｖｅ＿ｒｉｄｅｒ", "wave_rider"],
    ["instagram", "wave٤٢", "wave42"],
    ["instagram", "instagram.com/wave_rider/reels/?hl=de", "wave_rider"],
    ["instagram", "https://www.instagram.com/explore/", null],
    ["instagram", "https://www.instagram.com/p/DAb_c-12345/", null],
    ["instagram", "reels", null],
    ["tiktok", "explore", "explore"],
    ["instagram", "һarbor", null],
    ["instagram", "<script>", null],
    ["instagram", "\u202Eevil", "evil"],
    ["tiktok", "a", null],
  ] as const)("at %s, %j becomes %j", (platform, input, expected) => {
    expect(normalizeUsername(platform, input)).toBe(expected);
  });

  it("has a profile address in the form that suppliers accept", () => {
    expect(profileUrl("instagram", "wave")).toBe("https://www.instagram.com/wave/");
    expect(profileUrl("tiktok", "wave")).toBe("https://www.tiktok.com/@wave");
  });
});
