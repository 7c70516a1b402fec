import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { accentBackgrounds, accentCss, accentProblem } from "@/lib/shop/settings/accent";
import { settingsFormSchema } from "@/lib/shop/settings/settings-forms";
import { parseSettings } from "@/lib/shop/settings/site-settings";

const css = readFileSync("app/globals.css", "utf8");
const [light = "", dark = ""] = [css.split("\n:root {")[1], css.split("\n.dark {")[1]].map(
  (block) => block?.split("}")[0],
);

describe("an accent", () => {
  it("is checked against the backgrounds of the design", () => {
    expect(accentBackgrounds.light.filter((ground) => !light.includes(ground))).toEqual([]);
    expect(accentBackgrounds.dark.filter((ground) => !(dark + light).includes(ground))).toEqual([]);
  });

  it("that the design itself uses is readable", () => {
    expect(accentProblem("light", "#0a6655")).toBeNull();
    expect(accentProblem("dark", "#5fd2b3")).toBeNull();
  });

  it.each([
    ["light", "#5fd2b3", "a darker"],
    ["light", "#f0684e", "a darker"],
    ["dark", "#0a6655", "a lighter"],
    ["dark", "#10231f", "a lighter"],
  ] as const)("that is too faint is refused with its contrast and a way out: %s %s", (theme, accent, way) => {
    expect(accentProblem(theme, accent)).toMatch(
      new RegExp(
        `^On the ${theme} pages .+ contrast of \\d\\.?\\d? to 1, and text needs 4\\.5\\. Choose ${way} one\\.$`,
      ),
    );
  });

  it("changes only its own theme, and nothing when it is empty", () => {
    expect(accentCss({ light: "", dark: "" })).toBe("");
    expect(accentCss({ light: "#7a1fa2", dark: "" })).toMatch(
      /^:root:not\(\.dark\)\{--primary:#7a1fa2;[^{}]*\}$/,
    );
    expect(accentCss({ light: "", dark: "#e1a6f5" })).toMatch(
      /^:root\.dark\{[^{}]*\}:root\{--deep-primary:#e1a6f5\}$/,
    );
  });

  const accents = settingsFormSchema(["accents"], { isLive: true });

  it.each(["red", "#fff", "#12345g", "#123456;}</style>", "url(x)"])("can't be '%s'", (accent) => {
    expect(parseSettings({ accentLight: accent }).accentLight).toBe("");
    expect(accents.safeParse({ accentLight: accent, accentDark: "" }).success).toBe(false);
  });

  it("is kept in small letters, without spaces", () => {
    expect(accents.parse({ accentLight: " #7A1FA2 ", accentDark: "" })).toEqual({
      accentLight: "#7a1fa2",
      accentDark: "",
    });
  });
});
