import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { accents } from "@/lib/shop/catalog/document";

const css = readFileSync(new URL("../../../app/globals.css", import.meta.url), "utf8");

function tokensOf(selector: string): Map<string, string> {
  const block = css.split(`\n${selector} {`)[1]?.split("}")[0] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

const light = tokensOf(":root");
const themes = { light, dark: new Map([...light, ...tokensOf(".dark")]) };

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

const pairs = (grounds: Record<string, string[]>) =>
  Object.entries(grounds).flatMap(([ink, each]) => each.map((ground) => [ink, ground] as const));

const soft = ["primary-soft", "warning-soft", "destructive-soft"];
const text = pairs({
  foreground: ["background", "card", "popover", "muted", "accent", ...soft],
  "muted-foreground": ["background", "card", "popover", "muted"],
  primary: ["background", "card", "primary-soft"],
  destructive: ["background", "card", "destructive-soft"],
  "primary-foreground": ["primary", "primary-hover"],
  "destructive-foreground": ["destructive"],
  warning: ["warning-soft"],
  background: ["foreground"],
  "deep-foreground": ["deep"],
  "deep-muted": ["deep"],
  "deep-primary": ["deep"],
  deep: ["deep-primary", ...accents],
});

// A control's border and the focus ring are not text: WCAG asks for 3 to 1.
const outlines = pairs({ input: ["background", "card"], ring: ["background", "card"] });

it.each(accents)("the accent %s colours what is inside a platform", (accent) => {
  expect(css).toContain(`[data-accent="${accent}"] {\n  --platform: var(--${accent});\n}`);
});

describe.each(Object.entries(themes))("the %s theme", (_name, tokens) => {
  const ratio = (one: string, other: string) => contrast(tokens.get(one) ?? "", tokens.get(other) ?? "");

  it.each(text)("reads %s on %s at 4.5 to 1 or more", (ink, ground) => {
    expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(outlines)("shows %s on %s at 3 to 1 or more", (line, ground) => {
    expect(ratio(line, ground)).toBeGreaterThanOrEqual(3);
  });

  it.each(["background", "card", "popover", "deep"])("has no pure white or black as %s", (ground) => {
    expect(["#ffffff", "#000000"]).not.toContain(tokens.get(ground));
  });
});
