import { box, circle, inside, mix, type Painting, type Rgb } from "./paint";
import type { Palette } from "./palettes";
import type { Random } from "./random";

/** Arches within arches on a plastered wall, an evening light falling across. */
export function arches(random: Random, palette: Palette): Painting {
  const middle = random.between(0.36, 0.64);
  const spring = random.between(0.5, 0.68);
  const rings = random.whole(3, 5);
  const width = random.between(0.3, 0.4);
  const floor = 1.04;
  const colors = [palette.warm, palette.light, palette.cool, palette.accent, palette.deep];
  const slope = random.between(0.5, 0.9);
  return (x, y) => {
    let color = mix(palette.light, palette.warm, 0.12 + y * 0.18);
    for (let ring = 0; ring < rings; ring++) {
      const radius = width * (1 - ring / (rings + 0.4));
      const distance =
        y < spring
          ? circle(x, y, middle, spring, radius)
          : Math.max(Math.abs(x - middle) - radius, y - floor);
      color = mix(color, colors[ring % colors.length] ?? palette.deep, inside(distance));
    }
    color = mix(color, mix(palette.deep, palette.warm, 0.35), inside(floor - y) * 0.85);
    const light = inside(Math.abs(y - 0.35 - (x - 0.5) * slope) - 0.21, 0.05);
    return mix(color, palette.accent, light * 0.16);
  };
}

/** Lights out of focus. */
export function bokeh(random: Random, palette: Palette): Painting {
  const hues = [palette.accent, palette.warm, palette.cool, palette.light] as const;
  const lights = Array.from({ length: 34 }, () => ({
    x: random.between(-0.05, 1.05),
    y: random.between(0, 1.3) ** 0.8,
    radius: random.between(0.03, 0.12),
    color: random.pick(hues),
    strength: random.between(0.12, 0.5),
  }));
  return (x, y) => {
    let color = mix(palette.deep, mix(palette.deep, palette.cool, 0.55), y * 0.8);
    for (const { x: centerX, y: centerY, radius, color: hue, strength } of lights) {
      if (Math.abs(x - centerX) > radius + 0.02 || Math.abs(y - centerY) > radius + 0.02) continue;
      const distance = circle(x, y, centerX, centerY, radius);
      // A lens draws the rim of a blurred light a little brighter than its middle.
      const rim = 0.7 + 0.5 * Math.exp(-((distance / 0.01) ** 2));
      color = mix(color, hue, inside(distance, 0.02) * strength * rim);
    }
    return color;
  };
}

/** Long leaves from one stem against a wall, each with its rib and a shadow. */
export function leaves(random: Random, palette: Palette): Painting {
  const rootX = random.between(0.4, 0.6);
  const green = mix(palette.cool, palette.deep, 0.35);
  const count = random.whole(7, 10);
  const fan = Array.from({ length: count }, (_, index) => {
    const angle = -Math.PI / 2 + (index / (count - 1) - 0.5) * 2.5 + random.between(-0.1, 0.1);
    const color = mix(green, random.chance(0.3) ? palette.accent : palette.cool, random.between(0.05, 0.45));
    return { cos: Math.cos(angle), sin: Math.sin(angle), length: random.between(0.5, 0.85), color };
  });
  const order = fan.toSorted((a, b) => b.length - a.length);
  return (x, y) => {
    let color = mix(palette.light, palette.warm, 0.1 + y * 0.25 + x * 0.08);
    for (const { cos, sin, length, color: tone } of order) {
      if (isFarFromLeaf(x - rootX, y - 1.16, cos, sin, length)) continue;
      const shade = leafDistance(x - 0.02 - rootX, y - 0.025 - 1.16, cos, sin, length);
      color = mix(color, palette.deep, inside(shade.distance, 0.03) * 0.16);
      const { along, across, distance } = leafDistance(x - rootX, y - 1.16, cos, sin, length);
      const lit = mix(tone, palette.light, across > 0 ? 0.14 : 0);
      const ribbed = mix(lit, palette.light, inside(Math.abs(across) - 0.0025) * 0.5);
      color = mix(color, mix(ribbed, palette.deep, 0.3 * (1 - along / length)), inside(distance));
    }
    return color;
  };
}

// Most points are nowhere near a given leaf; this is much cheaper than its outline. The margin holds the shadow.
function isFarFromLeaf(x: number, y: number, cos: number, sin: number, length: number): boolean {
  const along = x * cos + y * sin;
  const across = x * -sin + y * cos;
  return along < -0.06 || along > length + 0.06 || Math.abs(across) > length * 0.13 + 0.06;
}

function leafDistance(x: number, y: number, cos: number, sin: number, length: number) {
  const along = x * cos + y * sin;
  const across = x * -sin + y * cos;
  const share = Math.min(1, Math.max(0, along / length));
  const halfWidth = Math.sin(Math.PI * share ** 1.25) * length * 0.13;
  const beyond = Math.max(-along, along - length, 0);
  return { along, across, distance: Math.max(Math.abs(across) - halfWidth, beyond) };
}

/** A laid table from above: plates, cups and what is in them. */
export function table(random: Random, palette: Palette): Painting {
  const wood = random.chance(0.5)
    ? mix(palette.warm, palette.light, 0.45)
    : mix(palette.cool, palette.light, 0.6);
  const spots = [
    { x: 0.34, y: 0.42, radius: 0.25 },
    { x: 0.8, y: 0.22, radius: 0.13 },
    { x: 0.74, y: 0.88, radius: 0.22 },
    { x: 0.18, y: 1.02, radius: 0.12 },
  ];
  const plates = spots.map((spot) => ({
    x: spot.x + random.between(-0.05, 0.05),
    y: spot.y + random.between(-0.05, 0.05),
    radius: spot.radius * random.between(0.85, 1.1),
    filling: random.pick([palette.warm, palette.accent, palette.cool, palette.deep]),
    crumbs: Array.from({ length: random.whole(4, 9) }, () => ({
      angle: random.between(0, 2 * Math.PI),
      reach: random.between(0, 0.55),
      size: random.between(0.05, 0.16),
      color: random.pick([palette.accent, palette.light, palette.warm, mix(palette.cool, palette.deep, 0.3)]),
    })),
  }));
  const cloth = random.between(0.3, 0.7);
  return (x, y) => {
    const grain = Math.sin(x * 70 + Math.sin(y * 5) * 2) * 0.03 + Math.sin(y * 3 + x) * 0.06;
    let color = mix(wood, palette.deep, 0.1 + grain);
    const strip = inside(box(x, y, cloth, 0.62, 0.2, 2), 0.004);
    color = mix(color, mix(palette.light, palette.accent, 0.25), strip * 0.6);
    for (const plate of plates) color = paintPlate(color, x, y, plate, palette);
    return color;
  };
}

type Crumb = { angle: number; reach: number; size: number; color: Rgb };
type Plate = { x: number; y: number; radius: number; filling: Rgb; crumbs: Crumb[] };

function paintPlate(ground: Rgb, x: number, y: number, plate: Plate, palette: Palette): Rgb {
  const { radius } = plate;
  if (Math.abs(x - plate.x) > radius + 0.08 || Math.abs(y - plate.y) > radius + 0.08) return ground;
  const edge = circle(x, y, plate.x, plate.y, radius);
  const shadow = inside(circle(x, y, plate.x + 0.02, plate.y + 0.03, radius), 0.06);
  let color = mix(ground, palette.deep, shadow * 0.4);
  const china = mix(palette.light, [255, 255, 255], 0.35 - (x - plate.x + y - plate.y));
  color = mix(color, china, inside(edge));
  color = mix(color, mix(china, palette.deep, 0.14), inside(Math.abs(edge + radius * 0.2) - 0.003));
  color = mix(color, plate.filling, inside(edge + radius * 0.32, 0.012));
  for (const { angle, reach, size, color: tone } of plate.crumbs) {
    const crumbX = plate.x + Math.cos(angle) * reach * radius;
    const crumbY = plate.y + Math.sin(angle) * reach * radius;
    color = mix(color, tone, inside(circle(x, y, crumbX, crumbY, size * radius)));
  }
  return color;
}
