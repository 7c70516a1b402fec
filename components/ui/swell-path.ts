type SwellShape = {
  width: number;
  height: number;
  /** 0 is the swell itself; towards 1 come the curves under it, flatter and lower. */
  depth?: number;
};

/** Enough points for a smooth curve; kept low because a page holds many drawings. */
const steps = 14;

/**
 * The swell's height at `x`, both from 0 to 1: it starts low, rises in waves, each higher than the last, and ends at
 * the top.
 */
export function swellHeight(x: number): number {
  const rise = x ** 2;
  const wave = Math.sin(x * Math.PI * 5.2 - 0.9) * 0.055 * (0.35 + x) * (1 - x ** 6);
  return Math.min(1, Math.max(0, 0.05 + 0.95 * rise + wave));
}

/** The swell as the `d` of an SVG path: one smooth curve through points of swellHeight, in whole units. */
export function swellPath({ width, height, depth = 0 }: SwellShape): string {
  const lift = (1 - depth) ** 1.35;
  const xAt = (index: number) => Math.round((index / steps) * width);
  const yAt = (index: number) => {
    const x = Math.min(steps, Math.max(0, index)) / steps;
    // Lower curves lag behind the ones above.
    return Math.round(height - swellHeight(Math.max(0, x - depth * 0.1)) * lift * height);
  };
  const curves = Array.from({ length: steps }, (_, start) => {
    const [x, y] = [xAt(start), yAt(start)];
    const [width, rise] = [xAt(start + 1) - x, yAt(start + 1) - y];
    // `s` mirrors the previous control point, so only one is written.
    const slope = (yAt(start + 2) - y) / 2 / width;
    const [backX, backY] = [Math.round((width * 2) / 3), Math.round(rise - (slope * width) / 3)];
    return `s${backX} ${backY} ${width} ${rise}`;
  });
  return `M0 ${yAt(0)}${curves.join("")}`.replaceAll(" -", "-");
}

/** The strokes of the logo, in a box of 32 by 32. */
export const swellMark = [
  { d: "M3 20.5C8 20.5 10.5 15.5 15 15.5S22 8 29 6.5", strokeWidth: 3.4, opacity: 1 },
  { d: "M3 25C9.5 25 11.5 21 16.5 20.8S23 15.5 29 14", strokeWidth: 2.4, opacity: 0.7 },
  { d: "M3 29C11 29 12.5 26.5 18 26.2S24 22.5 29 21.5", strokeWidth: 1.6, opacity: 0.45 },
];
