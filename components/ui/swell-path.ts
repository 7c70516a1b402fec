type SwellShape = {
  width: number;
  height: number;
  /** 0 is the swell itself; towards 1 the water under it, flatter and lower. */
  depth?: number;
};

const steps = 24;

/**
 * How high the swell stands at `x` of its way, both from 0 to 1: it starts low, rises in three waves, each higher
 * than the last, and ends at the top. It never falls by more than a wave's own back.
 */
export function swellHeight(x: number): number {
  const rise = x ** 1.7;
  const wave = Math.sin(x * Math.PI * 5.2 - 0.9) * 0.055 * (0.35 + x) * (1 - x ** 6);
  return Math.min(1, Math.max(0, 0.05 + 0.95 * rise + wave));
}

/** The swell as the `d` of an SVG path: a smooth curve through points of swellHeight. */
export function swellPath({ width, height, depth = 0 }: SwellShape): string {
  const lift = (1 - depth) ** 1.35;
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const x = index / steps;
    // Deeper lines lag behind the crest above them, as water does.
    const y = swellHeight(Math.max(0, x - depth * 0.1)) * lift;
    return [x * width, height - y * height] as const;
  });
  return points.reduce((path, [x, y], index) => {
    const before = points[index - 1];
    if (!before) return `M${round(x)} ${round(y)}`;
    const start = slope(points, index - 1);
    const end = slope(points, index);
    const third = (x - before[0]) / 3;
    const first = `${round(before[0] + third)} ${round(before[1] + start * third)}`;
    const second = `${round(x - third)} ${round(y - end * third)}`;
    return `${path}C${first} ${second} ${round(x)} ${round(y)}`;
  }, "");
}

function slope(points: readonly (readonly [number, number])[], index: number): number {
  const left = points[Math.max(0, index - 1)];
  const right = points[Math.min(points.length - 1, index + 1)];
  if (!left || !right || right[0] === left[0]) return 0;
  return (right[1] - left[1]) / (right[0] - left[0]);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
