import { box, circle, inside, mix, type Painting, type Rgb } from "./paint";
import type { Palette } from "./palettes";
import type { Random } from "./random";

/** Ridges behind each other, paler with distance, under a low sun. */
export function hills(random: Random, palette: Palette): Painting {
  const sun = {
    x: random.between(0.2, 0.8),
    y: random.between(0.3, 0.55),
    radius: random.between(0.06, 0.13),
  };
  const count = random.whole(4, 6);
  const ridges = Array.from({ length: count }, (_, index) => ({
    level: 0.55 + (index / count) * 0.62,
    color: mix(palette.cool, palette.deep, (index + 0.6) / count),
    height: ridgeLine(random),
  }));
  const sky = skyOf(palette, 0.75);
  return (x, y) => {
    let color = withSun(sky(y), x, y, sun, palette);
    for (const { level, color: ridge, height } of ridges) {
      const top = level + height(x);
      if (y < top - 0.01) continue;
      const haze = mix(ridge, palette.light, 0.38 * Math.max(0, 1 - (y - top) * 4) * (1.2 - level));
      color = mix(color, haze, inside(top - y));
    }
    return color;
  };
}

/** A ridge's height over its level, by x: three waves over each other, worked out once for each of a row of points. */
function ridgeLine(random: Random): (x: number) => number {
  const points = 960;
  const waves = [0, 1, 2].map((wave) => ({
    size: random.between(0.012, 0.05) / (wave * 0.7 + 1),
    pace: random.between(2, 5) * (wave * 1.4 + 1),
    shift: random.between(0, 7),
  }));
  const heights = Float64Array.from({ length: points + 1 }, (_, point) =>
    waves.reduce((sum, { size, pace, shift }) => sum + size * Math.sin((point / points) * pace + shift), 0),
  );
  return (x) => heights[Math.round(x * points)] ?? 0;
}

/** Water to the horizon, with the sun's path on it. */
export function sea(random: Random, palette: Palette): Painting {
  const horizon = random.between(0.52, 0.72);
  const sun = { x: random.between(0.25, 0.75), y: horizon - random.between(0.02, 0.2), radius: 0.085 };
  const shift = random.between(0, 50);
  const sky = skyOf(palette, horizon);
  return (x, y) => {
    if (y < horizon) return withSun(sky(y), x, y, sun, palette);
    const depth = (y - horizon) / (1.25 - horizon);
    const water = mix(mix(palette.cool, palette.warm, 0.25), palette.deep, depth * 1.15);
    // Waves look closer together towards the horizon, so the pattern runs over the logarithm of the depth.
    const rows = Math.log(depth * 14 + 0.35) * 11;
    const swell = Math.sin(rows * 3 + Math.sin(x * 9 + shift + rows) * 1.4);
    const path = Math.exp(-(((x - sun.x) / (0.05 + depth * 0.17)) ** 2));
    const shimmer = Math.max(0, swell) * (0.16 + path * 0.75);
    return mix(water, palette.accent, shimmer * (1 - depth * 0.35));
  };
}

/** Houses at dusk in three rows, some windows lit. */
export function skyline(random: Random, palette: Palette): Painting {
  const sky = skyOf(palette, 0.9);
  const moon = {
    x: random.between(0.15, 0.85),
    y: random.between(0.15, 0.35),
    radius: random.between(0.04, 0.07),
  };
  const rows = [0, 1, 2].map((row) => ({
    color: mix(palette.cool, palette.deep, 0.35 + row * 0.32),
    houses: houseRow(random, 0.62 + row * 0.16),
    windows: row > 0,
  }));
  return (x, y) => {
    let color = withSun(sky(y), x, y, moon, palette);
    for (const { color: wall, houses, windows } of rows) {
      const house = houses.find(({ left, right }) => x >= left && x < right);
      if (!house || y < house.top - 0.01) continue;
      color = mix(color, mix(wall, palette.deep, (y - house.top) * 0.5), inside(house.top - y));
      if (windows && y > house.top + 0.02) color = mix(color, palette.accent, litWindow(x, y, house) * 0.85);
    }
    return color;
  };
}

type House = { left: number; right: number; top: number; seed: number };

function houseRow(random: Random, level: number): House[] {
  const houses: House[] = [];
  let left = -random.between(0, 0.05);
  while (left < 1) {
    const right = left + random.between(0.07, 0.17);
    houses.push({ left, right, top: level - random.between(0, 0.26), seed: random.whole(1, 10_000) });
    left = right + (random.chance(0.25) ? random.between(0.005, 0.03) : 0);
  }
  return houses;
}

function litWindow(x: number, y: number, house: House): number {
  const cell = 0.026;
  const column = Math.floor((x - house.left - 0.008) / cell);
  const row = Math.floor((y - house.top - 0.018) / (cell * 1.35));
  const isLit = ((column * 73_856_093) ^ (row * 19_349_663) ^ (house.seed * 83_492_791)) % 7 === 0;
  const isInside = x > house.left + 0.008 && x < house.right - 0.022;
  if (!isLit || !isInside) return 0;
  const middleX = house.left + 0.008 + (column + 0.5) * cell;
  const middleY = house.top + 0.018 + (row + 0.5) * cell * 1.35;
  return inside(box(x, y, middleX, middleY, 0.007, 0.011));
}

function skyOf(palette: Palette, horizon: number): (y: number) => Rgb {
  const high = mix(palette.cool, palette.deep, 0.25);
  const low = mix(palette.light, palette.warm, 0.45);
  return (y) => mix(high, mix(low, palette.accent, (y / horizon - 0.7) * 1.2), (y / horizon) ** 1.3);
}

type Disc = { x: number; y: number; radius: number };

function withSun(sky: Rgb, x: number, y: number, sun: Disc, palette: Palette): Rgb {
  const distance = circle(x, y, sun.x, sun.y, sun.radius);
  const glow = Math.exp(-Math.max(0, distance) * 7) * 0.55;
  return mix(mix(sky, palette.accent, glow), mix(palette.light, palette.accent, 0.35), inside(distance));
}
