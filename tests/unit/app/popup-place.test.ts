import { describe, expect, it } from "vitest";
import { findPopupPlace } from "@/components/storefront/popup-place";

const popup = { width: 200, height: 60 };
const page = { width: 400, height: 800 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const lowerHalf = box(0, 400, 400, 800);

describe("the popup's place", () => {
  it.each([
    ["is the lower left corner of an empty page", [], [], { left: 16, top: 724 }],
    ["is the other corner beside a control", [box(0, 700, 160, 800)], [], { left: 184, top: 724 }],
    ["is above controls", [lowerHalf], [], { left: 16, top: 332 }],
    ["is above text, too", [], [lowerHalf], { left: 16, top: 332 }],
    ["is over text rather than over a control", [box(0, 0, 400, 600)], [lowerHalf], { left: 16, top: 724 }],
    ["is none where controls fill the page", [box(0, 0, 400, 800)], [], null],
  ] as const)("%s", (_, controls, texts, place) => {
    const found = findPopupPlace(popup, page, [...controls], [...texts]);
    expect(found && { left: found.left, top: found.top }).toEqual(place);
  });
});
