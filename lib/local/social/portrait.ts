import { circle, inside, mix, type Painting, type Rgb } from "./paint";
import type { Palette } from "./palettes";
import type { Random } from "./random";

const skins: readonly [Rgb, ...Rgb[]] = [
  [245, 205, 176],
  [226, 174, 133],
  [198, 139, 98],
  [150, 96, 64],
  [104, 66, 46],
];

/** A person in front of a coloured wall: hair, head and shoulders, no face. */
export function portrait(random: Random, palette: Palette): Painting {
  const skin = random.pick(skins);
  const hair = random.pick([
    palette.deep,
    mix(palette.deep, palette.warm, 0.4),
    mix(palette.warm, palette.accent, 0.4),
  ]);
  const shirt = random.pick([palette.warm, palette.cool, palette.accent, palette.light]);
  const wall = random.pick([palette.cool, palette.accent, palette.warm]);
  const isLong = random.chance(0.5);
  const bun = random.chance(0.3);
  return (x, y) => {
    let color = mix(mix(wall, palette.light, 0.55), wall, (x + y) * 0.6);
    color = mix(color, mix(palette.light, wall, 0.25), inside(circle(x, y, 0.5, 0.5, 0.4), 0.006) * 0.7);
    if (bun) color = mix(color, hair, inside(circle(x, y, 0.5, 0.16, 0.085), 0.006));
    const hairLength = isLong ? Math.max(Math.abs(x - 0.5) - 0.205, 0.4 - y, y - 0.72) : 1;
    const hairEdge = Math.min(circle(x, y, 0.5, 0.385, 0.205), hairLength);
    color = mix(color, hair, inside(hairEdge, 0.006));
    color = mix(color, shirt, inside(shoulders(x, y), 0.006));
    const neck = Math.max(Math.abs(x - 0.5) - 0.065, 0.45 - y, y - 0.69);
    color = mix(
      color,
      mix(skin, palette.deep, 0.16),
      inside(Math.min(neck, circle(x, y, 0.5, 0.69, 0.065)), 0.006),
    );
    const face = Math.max(circle(x * 1.16, y, 0.58, 0.43, 0.175), 0.315 + (x - 0.4) * 0.12 - y);
    return mix(color, mix(skin, palette.accent, (0.5 - x) * 0.3), inside(face, 0.006));
  };
}

function shoulders(x: number, y: number): number {
  const dx = Math.abs(x - 0.5);
  const top = 0.69 + (dx / 0.36) ** 2.6 * 0.2;
  return Math.max(top - y, dx - 0.4);
}
