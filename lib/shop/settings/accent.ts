export type Theme = "light" | "dark";

type Rgb = [red: number, green: number, blue: number];

/** The backgrounds that an accent appears on, from app/globals.css; the last one of each theme is the card. */
export const accentBackgrounds: Record<Theme, [...string[], string]> = {
  light: ["#f5f0e5", "#fcf9f2"],
  dark: ["#0b1715", "#0e211e", "#11221f", "#12221f"],
};
const foregrounds = ["#f8f4ea", "#06201a"] as const;

/** The minimum that WCAG 2.2 requires for text. */
const least = 4.5;

/** An accent with the colours that go with it, all as `#rrggbb`. Pure. */
function accentColors(theme: Theme, accent: string) {
  const hover = mix(accent, theme === "light" ? "#000000" : "#ffffff", 0.2);
  const card = accentBackgrounds[theme].at(-1) ?? accent;
  const lowest = (text: string) => Math.min(contrast(text, accent), contrast(text, hover));
  const [first, second] = foregrounds;
  const foreground = lowest(first) >= lowest(second) ? first : second;
  return { accent, hover, foreground, soft: mix(card, accent, 0.14) };
}

/** The message for an accent that can't be read in a theme, with its contrast; null for a good one. Pure. */
export function accentProblem(theme: Theme, accent: string): string | null {
  const { hover, foreground, soft } = accentColors(theme, accent);
  const onPage = Math.min(...[...accentBackgrounds[theme], soft].map((ground) => contrast(accent, ground)));
  const onButton = Math.min(contrast(foreground, accent), contrast(foreground, hover));
  const lowest = Math.min(onPage, onButton);
  if (lowest >= least) return null;
  const way = onPage < least ? (theme === "light" ? "a darker" : "a lighter") : "another";
  // Rounded down, so that a failing 4.46 is not shown as 4.5.
  const ratio = Math.floor(lowest * 10) / 10;
  return `On the ${theme} pages this colour has a contrast of ${ratio} to 1, and text needs ${least}. Choose ${way} one.`;
}

/** The CSS rules that replace the design's accents; an empty text keeps the design's own. Pure. */
export function accentCss({ light, dark }: Record<Theme, string>): string {
  const rule = (selector: string, theme: Theme, value: string) => {
    const { accent, hover, foreground, soft } = accentColors(theme, value);
    return `${selector}{--primary:${accent};--primary-hover:${hover};--primary-foreground:${foreground};--primary-soft:${soft};--ring:${accent}}`;
  };
  return [
    light && rule(":root:not(.dark)", "light", light),
    dark && `${rule(":root.dark", "dark", dark)}:root{--deep-primary:${dark}}`,
  ].join("");
}

/** The ratio of WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = rgbOf(hex);
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
}

/** `share` of the second colour in the first. */
function mix(hex: string, other: string, share: number): string {
  const [one, two] = [rgbOf(hex), rgbOf(other)];
  const channels = one.map((value, at) => Math.round(value * (1 - share) + (two[at] ?? 0) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
