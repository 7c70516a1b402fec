import { swellPath } from "./swell-path";

/** How many lines a drawing may have. */
export const swellLineCounts = [1, 4, 6, 7, 8, 9] as const;

export type SwellLineCount = (typeof swellLineCounts)[number];

export const swellSize = { width: 1200, height: 360 };

/** Where `app/swell.svg` serves the sprite, with the drawing of so many lines named. */
export function swellAddress(lines: SwellLineCount): string {
  return `/swell.svg#lines-${lines}`;
}

/**
 * All drawings of the swell in one SVG file. Pages refer to it: dozens of drawings stand on some, and written out they
 * would be most of the HTML.
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
