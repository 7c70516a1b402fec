import { setImmediate as nextTurn } from "node:timers/promises";

/** A colour, each part 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A piece of coloured paper: a line from (x, y) along `angle`. Lengths are shares of the picture's width. */
export type Stroke = {
  x: number;
  y: number;
  /** Half its width. */
  radius: number;
  color: Rgb;
  length?: number;
  /** In radians; a quarter turn points down. */
  angle?: number;
  ends?: "round" | "square" | "pointed";
  strength?: number;
  /** The width of the blurred edge. */
  blur?: number;
  /** How dark its shadow is on what lies below. */
  lift?: number;
};

/** Strokes, the lowest first, on paper that changes from the first colour at the top to the second. */
export type Drawing = { paper: readonly [Rgb, Rgb]; strokes: Stroke[] };

const sharpEdge = 0.004;

/** Between two colours; `share` of the second. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** The drawing's pixels, three bytes each. Other requests are answered between its strokes. */
export async function drawPixels(
  { paper, strokes }: Drawing,
  width: number,
  height: number,
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++) {
    const color = Buffer.from(mix(...paper, row / height).map(Math.round));
    pixels.fill(color, row * width * 3, (row + 1) * width * 3);
  }
  for (const stroke of strokes) {
    if (stroke.lift) draw(pixels, width, height, shadowOf(stroke, stroke.lift));
    draw(pixels, width, height, stroke);
    await nextTurn();
  }
  return pixels;
}

function shadowOf(stroke: Stroke, strength: number): Stroke {
  return { ...stroke, x: stroke.x + 0.012, y: stroke.y + 0.016, color: [20, 16, 28], strength, blur: 0.05 };
}

function draw(pixels: Buffer, width: number, height: number, stroke: Stroke): void {
  const { x, y, radius, color, length = 0, angle = 0, ends = "round" } = stroke;
  const { strength = 1, blur = sharpEdge } = stroke;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const margin = radius + blur;
  const pixel = (place: number, most: number) => Math.min(most, Math.max(0, Math.round(place * width)));
  const left = pixel(Math.min(x, x + cos * length) - margin, width);
  const right = pixel(Math.max(x, x + cos * length) + margin, width);
  const top = pixel(Math.min(y, y + sin * length) - margin, height);
  const bottom = pixel(Math.max(y, y + sin * length) + margin, height);
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const dx = (column + 0.5) / width - x;
      const dy = (row + 0.5) / width - y;
      const along = dx * cos + dy * sin;
      const across = Math.abs(dy * cos - dx * sin);
      const beyond = Math.max(-along, along - length);
      const edge =
        ends === "round"
          ? Math.sqrt(across * across + Math.max(beyond, 0) ** 2) - radius
          : Math.max(across - radius * (ends === "square" ? 1 : taper(along / length)), beyond);
      const share = strength * Math.min(1, 0.5 - edge / blur);
      if (share <= 0) continue;
      const at = (row * width + column) * 3;
      for (const part of [0, 1, 2] as const) {
        const before = pixels[at + part] ?? 0;
        pixels[at + part] = before + (color[part] - before) * share;
      }
    }
  }
}

// A leaf's width: nothing at both ends, most in the lower half.
function taper(share: number): number {
  return Math.sin(Math.PI * Math.min(1, Math.max(0, share)) ** 1.25);
}
