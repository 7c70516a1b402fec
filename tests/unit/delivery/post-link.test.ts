import { describe, expect, it } from "vitest";
import { parsePostLink } from "@/lib/delivery/social/post-link";

describe("a pasted link of a post", () => {
  it.each([
    ["https://www.instagram.com/p/DAb_c-12345/", "https://www.instagram.com/p/DAb_c-12345/", false],
    ["instagram.com/reel/DAb_c-12345?igsh=x", "https://www.instagram.com/reel/DAb_c-12345/", true],
    [
      "https://instagram.com/warmcrumbs/reels/DAb_c-12345/",
      "https://www.instagram.com/reel/DAb_c-12345/",
      true,
    ],
    [
      "\u200Fhttps://www.instagram.com/p/DAb_c-12345/\u200E",
      "https://www.instagram.com/p/DAb_c-12345/",
      false,
    ],
    [" https://m.instagram.com/tv/DAb_c-12345#x ", "https://www.instagram.com/reel/DAb_c-12345/", true],
  ])("of Instagram is known in its spellings: %s", (text, permalink, isVideo) => {
    expect(parsePostLink("instagram", text, "warmcrumbs")).toEqual({ id: "DAb_c-12345", permalink, isVideo });
  });

  it("of TikTok names its account, which must be the typed one", () => {
    const link = "https://www.tiktok.com/@WarmCrumbs/video/7301234567890123456?lang=en";
    expect(parsePostLink("tiktok", link, "warmcrumbs")).toEqual({
      id: "7301234567890123456",
      permalink: "https://www.tiktok.com/@warmcrumbs/video/7301234567890123456",
      isVideo: true,
    });
    expect(parsePostLink("tiktok", link, "lucarows")).toBeNull();
  });

  it.each([
    ["instagram", "https://www.instagram.com/warmcrumbs/"],
    ["instagram", "https://www.instagram.com/share/p/BADab_c-1"],
    ["instagram", "https://www.instagram.com/explore/p/DAb_c-12345/"],
    ["instagram", "https://www.instagram.com/lucarows/p/DAb_c-12345/"],
    ["instagram", "https://www.instagram.com/p/audio/"],
    ["instagram", "https://www.instagram.com/reels/audio/1234567890/"],
    ["instagram", "https://www.instagram.com.example.com/p/DAb_c-12345/"],
    ["instagram", "https://example.com/?u=https://www.instagram.com/p/DAb_c-12345/"],
    ["instagram", "javascript:alert(1)//instagram.com/p/DAb_c-12345/"],
    ["instagram", "https://www.instagram.com/p/DAb_c-12345/extra"],
    ["instagram", "https://www.tiktok.com/@warmcrumbs/video/7301234567890123456"],
    ["tiktok", "https://vm.tiktok.com/ZMabc123/"],
    ["tiktok", "https://www.tiktok.com/@warmcrumbs"],
    ["tiktok", ""],
  ] as const)("is refused when it is no post of %s: %s", (platform, text) => {
    expect(parsePostLink(platform, text, "warmcrumbs")).toBeNull();
  });
});
