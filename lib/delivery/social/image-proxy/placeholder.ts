import type { Platform } from "@/lib/shop/catalog/platforms";

const colors: Record<Platform | "neutral", { ground: string; mark: string }> = {
  instagram: { ground: "#f7d9cf", mark: "#b4492f" },
  tiktok: { ground: "#cfecec", mark: "#17686e" },
  neutral: { ground: "#e6e1d6", mark: "#5b6b66" },
};

const wave = "M40 150c26-44 52-44 78 0s52 44 78 0";

/** The placeholder of a missing picture: the platform's colour with one letter or digit, else a rising wave. */
export function placeholderSvg(platform: Platform | null, letter: string | null): string {
  const { ground, mark } = colors[platform ?? "neutral"];
  const initial = letter === null ? null : /^[\p{L}\p{N}]/u.exec(letter)?.[0].toUpperCase();
  const type = `font-family="system-ui,sans-serif" font-size="112" font-weight="600"`;
  const drawing = initial
    ? `<text x="120" y="120" dy=".36em" text-anchor="middle" ${type} fill="${mark}">${initial}</text>`
    : `<path d="${wave}" fill="none" stroke="${mark}" stroke-width="10" stroke-linecap="round"/>`;
  const rect = `<rect width="240" height="240" fill="${ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">${rect}${drawing}</svg>`;
}
