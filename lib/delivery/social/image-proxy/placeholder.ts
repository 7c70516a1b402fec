import { adapters } from "@/lib/delivery/social/scrapecreators/adapters";
import type { AdapterName } from "@/lib/shop/catalog/document";

const neutral = { ground: "#e6e1d6", mark: "#5b6b66" };

const wave = "M40 150c26-44 52-44 78 0s52 44 78 0";

/** The placeholder of a missing picture: its adapter's colour with one letter or digit, else a rising wave. */
export function placeholderSvg(adapter: AdapterName | null, letter: string | null): string {
  const { ground, mark } = adapter ? adapters[adapter].pictures.colors : neutral;
  const initial = letter === null ? null : /^[\p{L}\p{N}]/u.exec(letter)?.[0].toUpperCase();
  const type = `font-family="system-ui,sans-serif" font-size="112" font-weight="600"`;
  const drawing = initial
    ? `<text x="120" y="120" dy=".36em" text-anchor="middle" ${type} fill="${mark}">${initial}</text>`
    : `<path d="${wave}" fill="none" stroke="${mark}" stroke-width="10" stroke-linecap="round"/>`;
  const rect = `<rect width="240" height="240" fill="${ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">${rect}${drawing}</svg>`;
}
