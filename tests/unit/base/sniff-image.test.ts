import { describe, expect, it } from "vitest";
import { sniffBytes, sniffImage } from "@/lib/base/files/sniff-image";
import { placeholderSvg } from "@/lib/delivery/social/image-proxy/placeholder";
import { pictures } from "../delivery/pictures";

describe("the first bytes", () => {
  it.each([
    ["png", "image/png"],
    ["jpeg", "image/jpeg"],
    ["gif", "image/gif"],
    ["webp", "image/webp"],
    ["avif", "image/avif"],
    ["avifByCompatibility", "image/avif"],
    ["heic", "heic"],
    ["heicByStructure", "heic"],
    ["mp4", null],
    ["svg", null],
    ["html", null],
  ] as const)("of %s say %j", (name, expected) => {
    expect(sniffImage(pictures[name].subarray(0, sniffBytes))).toBe(expected);
  });

  it.each([
    [Buffer.alloc(0)],
    [Buffer.from("RI")],
    [Buffer.from("\0\0\0\0ftyp", "latin1")],
    [Buffer.from("ftyp")],
  ])("say nothing when there are too few of them", (head) => {
    expect(sniffImage(head)).toBeNull();
  });
});

describe("the placeholder", () => {
  it("shows one letter and the platform's colour", () => {
    expect(placeholderSvg("tiktok", "ø")).toContain(">Ø</text>");
    expect(placeholderSvg("tiktok", "ø")).not.toEqual(placeholderSvg("instagram", "ø"));
  });

  it.each([null, "", "<", '"', "&", "\u202e"])("shows no letter for %j, and never markup", (letter) => {
    expect(placeholderSvg(null, letter)).toBe(placeholderSvg(null, null));
  });

  it("shows only the first letter of a longer text", () => {
    expect(placeholderSvg(null, "a</text><script>")).toBe(placeholderSvg(null, "A"));
  });
});
