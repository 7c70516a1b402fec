import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLink } from "@/lib/shop/catalog/link-form";
import { normalizeUsername, parsePostLink, profileUrl } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";

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
    expect(parsePostLink(getPlatform("instagram"), text, "warmcrumbs")).toEqual({
      id: "DAb_c-12345",
      permalink,
      isVideo,
    });
  });

  it("of TikTok names its account, which must be the typed one", () => {
    const link = "https://www.tiktok.com/@WarmCrumbs/video/7301234567890123456?lang=en";
    expect(parsePostLink(getPlatform("tiktok"), link, "warmcrumbs")).toEqual({
      id: "7301234567890123456",
      permalink: "https://www.tiktok.com/@warmcrumbs/video/7301234567890123456",
      isVideo: true,
    });
    expect(parsePostLink(getPlatform("tiktok"), link, "lucarows")).toBeNull();
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
    expect(parsePostLink(getPlatform(platform), text, "warmcrumbs")).toBeNull();
  });
});

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
    expect(normalizeUsername(getPlatform(platform), input)).toBe(expected);
  });

  it("has a profile address in the form that suppliers accept", () => {
    expect(profileUrl(getPlatform("instagram"), "wave")).toBe("https://www.instagram.com/wave/");
    expect(profileUrl(getPlatform("tiktok"), "wave")).toBe("https://www.tiktok.com/@wave");
  });
});

// Begins as none of a platform's own words does.
const name = fc.stringMatching(/^u_[a-z0-9_]{1,10}(\.[a-z0-9_]{1,8})?$/);
const code = fc.stringMatching(/^[A-Za-z0-9_-]{6,40}$/);
const digits = fc.stringMatching(/^[1-9]\d{17,20}$/);

/** The same address as phones, browsers and apps write it. */
const dressed = fc.record({
  scheme: fc.constantFrom("https://", "http://", "HTTPS://", ""),
  host: fc.constantFrom("www.", "m.", "WWW.", ""),
  end: fc.constantFrom("", "/", "?igsh=MTc4MmM1YmI2Ng==", "/?hl=de#x", "?_t=8nX&_r=1", "#"),
  around: fc.constantFrom(["", ""], [" ", "\n"], ["\u200E", "\u200F"], ["\u2068", "\u2069"]),
});

describe("a link that people copy", () => {
  it.each([
    ["instagram", "instagram.com/NAME", "https://www.instagram.com/NAME/"],
    ["instagram", "instagram.com/NAME/reels", "https://www.instagram.com/NAME/"],
    ["tiktok", "tiktok.com/@NAME", "https://www.tiktok.com/@NAME"],
  ] as const)("of a profile at %s, as %s, is %s in every dress", (platform, copied, canonical) => {
    fc.assert(
      fc.property(name, dressed, (username, { scheme, host, end, around: [before, after] }) => {
        const link = `${before}${scheme}${host}${copied.replace("NAME", username)}${end}${after}`;
        expect(normalizeUsername(getPlatform(platform), link)).toBe(username);
        expect(profileUrl(getPlatform(platform), username)).toBe(canonical.replace("NAME", username));
      }),
    );
  });

  it.each([
    ["instagram", "instagram.com/p/ID", "https://www.instagram.com/p/ID/"],
    ["instagram", "instagram.com/NAME/p/ID", "https://www.instagram.com/p/ID/"],
    ["instagram", "instagram.com/reel/ID", "https://www.instagram.com/reel/ID/"],
    ["instagram", "instagram.com/NAME/reels/ID", "https://www.instagram.com/reel/ID/"],
    ["tiktok", "tiktok.com/@NAME/video/ID", "https://www.tiktok.com/@NAME/video/ID"],
    ["tiktok", "tiktok.com/@NAME/photo/ID", "https://www.tiktok.com/@NAME/photo/ID"],
  ] as const)("of a post at %s, as %s, is %s in every dress", (platform, copied, canonical) => {
    const id = platform === "tiktok" ? digits : code;
    fc.assert(
      fc.property(name, id, dressed, (username, post, { scheme, host, end, around: [before, after] }) => {
        const fill = (text: string) => text.replace("NAME", username).replace("ID", () => post);
        const link = `${before}${scheme}${host}${fill(copied)}${end}${after}`;
        expect(parsePostLink(getPlatform(platform), link, username)?.permalink).toBe(fill(canonical));
        expect(parsePostLink(getPlatform(platform), fill(canonical), username)?.permalink).toBe(
          fill(canonical),
        );
        const other = platform === "tiktok" ? "instagram" : "tiktok";
        expect(parsePostLink(getPlatform(other), link, username)).toBeNull();
        expect(normalizeUsername(getPlatform(platform), link)).toBeNull();
      }),
    );
  });
});

describe("a star in a template", () => {
  const rules = {
    hosts: ["waves.example"],
    slots: {
      name: { kind: "word", min: 2, max: 20 },
      post: { kind: "number", min: 5, max: 20 },
    },
  } as const;
  const read = (template: string, path: string) =>
    readLink(`waves.example${path}`, rules, { templates: [template], canonical: "" });

  it.each([
    ["/{name}/*", "/mara/anything", { name: "mara" }],
    ["/{name}/*", "/mara", null],
    ["/{name}/*", "/mara/a/b", null],
    ["/p/*/{post}", "/p/some-title/12345", { post: "12345" }],
    ["/p/*act-{post}-*", "/p/mara_my-act-12345-AbC", { post: "12345" }],
    ["/p/*act-{post}-*", "/p/mara_act-of-act-12345-AbC-9", { post: "12345" }],
    ["/p/*act-{post}-*", "/p/ACT-12345", { post: "12345" }],
    ["/p/*act-{post}-*", "/p/mara-12345-AbC", null],
    ["/p/*act-{post}-*", "/p/mara-act-12-AbC", null],
    ["/p/{post}-*", "/p/12345-a-title", { post: "12345" }],
    ["/p/{post}-*", "/p/title-12345", null],
  ] as const)("in %s reads %s as %j", (template, path, values) => {
    expect(read(template, path)).toEqual(values);
  });
});
