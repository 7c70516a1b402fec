/** A colour, each part 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A picture as a function: the colour at x (0 to 1) and y (0 to height over width). */
export type Painting = (x: number, y: number) => Rgb;

/** Between two colours; `share` of the second, kept within 0 and 1. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  if (share <= 0) return a;
  const t = Math.min(1, share);
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** How much of a point is inside a shape, from its signed distance to the edge (negative inside): a soft edge. */
export function inside(distance: number, softness = 0.003): number {
  return Math.min(1, Math.max(0, 0.5 - distance / softness));
}

/** Distance to a circle's edge. */
export function circle(x: number, y: number, centerX: number, centerY: number, radius: number): number {
  const dx = x - centerX;
  const dy = y - centerY;
  // Math.hypot guards against overflow, which costs several times a plain root.
  return Math.sqrt(dx * dx + dy * dy) - radius;
}

/** Distance to an upright rectangle's edge, by its middle and half sizes. */
export function box(
  x: number,
  y: number,
  centerX: number,
  centerY: number,
  halfX: number,
  halfY: number,
): number {
  const dx = Math.abs(x - centerX) - halfX;
  const dy = Math.abs(y - centerY) - halfY;
  return Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0));
}

/** `#rrggbb` as a colour. */
export function hex(code: string): Rgb {
  const value = Number.parseInt(code.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
