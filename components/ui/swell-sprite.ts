import { swellPath } from "./swell-path";

export const swellLineCounts = [1, 4, 6, 7, 8, 9] as const;

export type SwellLineCount = (typeof swellLineCounts)[number];

export const swellSize = { width: 1200, height: 360 };

/** The URL of a drawing with this many lines in the sprite (`app/swell.svg`). */
export function swellAddress(lines: SwellLineCount): string {
  return `/swell.svg#lines-${lines}`;
}

/**
 * All drawings of the swell in one SVG file. Pages refer to it, because dozens of inlined drawings would be most of
 * the HTML.
 */
export function swellSprite(): string {
  const drawings = swellLineCounts.map((lines) => `<g id="lines-${lines}">${drawing(lines)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${drawings.join("")}</defs></svg>`;
}

function drawing(lines: SwellLineCount): string {
  return Array.from({ length: lines }, (_, order) => {
    const isSwell = order === 0;
    const opacity = isSwell ? 1 : Math.round(75 * (1 - order / lines)) / 100;
    const path = swellPath({ ...swellSize, depth: order / lines });
    return `<path d="${path}" stroke-width="${isSwell ? 3.5 : 1.25}" stroke-opacity="${opacity}" vector-effect="non-scaling-stroke"/>`;
  }).join("");
}
