import { LRUCache } from "lru-cache";
import { PNG } from "pngjs";
import type { Theme } from "./account";
import { type Random, randomFrom } from "./random";
import { type Drawing, drawPixels, mix, type Rgb, type Stroke } from "./strokes";

const sizes = { avatar: { width: 240, height: 240 }, post: { width: 480, height: 600 } } as const;

type PictureKind = keyof typeof sizes;

/** Finished pictures, about 30 KB each. */
const finished = new LRUCache<string, Promise<Buffer>>({ max: 400 });

/** A seed's PNG, always the same, drawn once: a collage of cut paper. Avatars 240 × 240, posts 480 × 600. */
export function pictureOf(kind: PictureKind, seed: string): Promise<Buffer> {
  const key = `${kind} ${seed}`;
  const picture = finished.get(key) ?? encode(kind, drawingOf(kind, seed));
  finished.set(key, picture);
  return picture;
}

type Colors = readonly [light: string, deep: string, warm: string, cool: string, accent: string];

/** Colours that go together. */
const palettes: readonly [Colors, ...Colors[]] = [
  ["#fbe8d0", "#2b2d55", "#f08a5d", "#7a88b8", "#ffd27d"],
  ["#e6f1ef", "#12343b", "#e0a458", "#4f8a8b", "#f7d6a3"],
  ["#fdf0e6", "#40282c", "#d9795d", "#a3b18a", "#f2c57c"],
  ["#eaf0fb", "#1b2a49", "#f4a6a0", "#6d8fc7", "#fff1c9"],
  ["#fde9e7", "#3d1f47", "#f2789f", "#8f7fc0", "#ffd6a5"],
  ["#f1f5e8", "#23391f", "#d8a247", "#86a96b", "#f5e6a8"],
  ["#eef0f2", "#22252b", "#d3704a", "#8a9199", "#f4d58d"],
];

type Palette = Record<"light" | "deep" | "warm" | "cool" | "accent", Rgb>;
type Subject = (random: Random, palette: Palette) => Drawing;

/** A theme's subjects; a post's seed begins with its theme. */
const subjectsOfTheme: Record<Theme, readonly [Subject, ...Subject[]]> = {
  travel: [hills, hills, skyline],
  food: [table, table, arches],
  craft: [arches, table, leaves],
  music: [hills, skyline, arches],
  sport: [hills, hills, skyline],
  plants: [leaves, leaves, hills],
  city: [skyline, skyline, arches],
  books: [arches, leaves, table],
};

function drawingOf(kind: PictureKind, seed: string): Drawing {
  const random = randomFrom(`picture ${kind} ${seed}`);
  const [light, deep, warm, cool, accent] = random.pick(palettes);
  const palette = {
    light: hex(light),
    deep: hex(deep),
    warm: hex(warm),
    cool: hex(cool),
    accent: hex(accent),
  };
  if (kind === "avatar") return random.pick([portrait, portrait, hills, leaves, arches])(random, palette);
  const subjects = Object.entries(subjectsOfTheme).find(([theme]) => seed.startsWith(`${theme}-`))?.[1];
  return random.pick(subjects ?? subjectsOfTheme.books)(random, palette);
}

function hex(code: string): Rgb {
  const value = Number.parseInt(code.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const down = Math.PI / 2;

/** The sky at dusk with a low sun or moon. */
function sky({ between }: Random, { light, deep, warm, cool, accent }: Palette): Drawing {
  const [x, y, radius] = [between(0.2, 0.8), between(0.25, 0.5), between(0.06, 0.12)];
  const halo = { x, y, color: accent, strength: 0.14, blur: 0.2 };
  const glow = [0.5, 0.3, 0.16].map((reach) => ({ ...halo, radius: reach }));
  return {
    paper: [mix(cool, deep, 0.25), mix(light, warm, 0.5)],
    strokes: [...glow, { x, y, radius, color: mix(light, accent, 0.35) }],
  };
}

/** Hills behind each other, paler with distance. */
function hills(random: Random, palette: Palette): Drawing {
  const { paper, strokes } = sky(random, palette);
  const rows = random.whole(4, 6);
  for (let row = 0; row < rows; row++) {
    const color = mix(mix(palette.cool, palette.light, 0.35), palette.deep, (row + 0.4) / rows);
    const shift = random.between(0, 0.6);
    for (const x of [-0.1, 0.5, 1.1]) {
      const radius = random.between(0.4, 0.7);
      const y = 0.62 + (row / rows) * 0.55 + random.between(-0.03, 0.03) + radius;
      strokes.push({ x: x + shift - 0.3, y, radius, color, lift: 0.1 });
    }
  }
  return { paper, strokes };
}

/** Houses at dusk in three rows, some windows lit. */
function skyline(random: Random, palette: Palette): Drawing {
  const { paper, strokes } = sky(random, palette);
  for (const row of [0, 1, 2]) {
    const color = mix(palette.cool, palette.deep, 0.35 + row * 0.32);
    for (let left = -random.between(0, 0.06); left < 1; ) {
      const radius = random.between(0.04, 0.085);
      const top = 0.62 + row * 0.16 - random.between(0, 0.26);
      const x = left + radius;
      strokes.push({ x, y: top, radius, length: 1.3, angle: down, ends: "square", color, lift: 0.12 });
      left += radius * 2;
      for (let y = top + 0.035; row > 0 && y < 1.25; y += 0.045) {
        for (const window of [-0.5, 0, 0.5]) {
          if (!random.chance(0.2)) continue;
          const place = { x: x + window * radius, y, radius: 0.008, length: 0.02, angle: down };
          strokes.push({ ...place, ends: "square", color: palette.accent, strength: 0.85 });
        }
      }
    }
  }
  return { paper, strokes };
}

/** Arches within arches on a plastered wall. */
function arches(random: Random, { light, deep, warm, cool, accent }: Palette): Drawing {
  const [x, y, width] = [random.between(0.38, 0.62), random.between(0.5, 0.66), random.between(0.3, 0.38)];
  const rings = random.whole(3, 5);
  const strokes: Stroke[] = [warm, light, cool, accent, deep].slice(0, rings).map((color, ring) => {
    const radius = width * (1 - ring / (rings + 0.4));
    return { x, y, radius, length: 1, angle: down, color, lift: 0.2 };
  });
  const floor = { x: 0, y: 1.06, radius: 1, length: 1, angle: down, ends: "square" } as const;
  strokes.push({ ...floor, color: mix(deep, warm, 0.35), lift: 0.2 });
  return { paper: [mix(light, warm, 0.12), mix(light, warm, 0.32)], strokes };
}

/** Long leaves from one stem, each with its rib. */
function leaves(random: Random, { light, deep, warm, cool, accent }: Palette): Drawing {
  const root = { x: random.between(0.4, 0.6), y: 1.2 };
  const count = random.whole(7, 10);
  const fan = Array.from({ length: count }, (_, index) => ({
    angle: -down + (index / (count - 1) - 0.5) * 2.5 + random.between(-0.1, 0.1),
    length: random.between(0.55, 0.95),
    color: mix(mix(cool, deep, 0.35), random.chance(0.3) ? accent : cool, random.between(0.05, 0.45)),
  }));
  const strokes = fan.flatMap((leaf): Stroke[] => [
    { ...root, ...leaf, radius: leaf.length * 0.13, ends: "pointed", lift: 0.22 },
    { ...root, ...leaf, radius: 0.0025, length: leaf.length * 0.94, color: light, strength: 0.5 },
  ]);
  return { paper: [mix(light, warm, 0.1), mix(light, warm, 0.4)], strokes };
}

/** A laid table from above: a cloth, plates and what is on them. */
function table(random: Random, { light, deep, warm, cool, accent }: Palette): Drawing {
  const wood = random.chance(0.5) ? mix(warm, light, 0.4) : mix(cool, light, 0.55);
  const cloth = { x: random.between(0.3, 0.7), y: -0.1, radius: 0.2, length: 1.6, angle: down } as const;
  const strokes: Stroke[] = [{ ...cloth, ends: "square", color: mix(light, accent, 0.25), strength: 0.7 }];
  for (const [middle, height, size] of [
    [0.34, 0.42, 0.25],
    [0.8, 0.22, 0.13],
    [0.74, 0.88, 0.22],
    [0.18, 1.02, 0.12],
  ] as const) {
    const [x, y] = [middle + random.between(-0.05, 0.05), height + random.between(-0.05, 0.05)];
    const radius = size * random.between(0.85, 1.1);
    const china = mix(light, [255, 255, 255], 0.4);
    strokes.push({ x, y, radius, color: china, lift: 0.35 });
    strokes.push({ x, y, radius: radius * 0.78, color: mix(china, deep, 0.12) });
    strokes.push({ x, y, radius: radius * 0.7, color: random.pick([warm, accent, cool, deep]), blur: 0.01 });
    for (let crumb = random.whole(4, 9); crumb > 0; crumb--) {
      const [angle, reach] = [random.between(0, 4 * down), random.between(0, 0.5) * radius];
      const place = { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach };
      const color = random.pick([accent, light, warm, mix(cool, deep, 0.3)]);
      strokes.push({ ...place, radius: random.between(0.05, 0.16) * radius, color, lift: 0.15 });
    }
  }
  return { paper: [wood, mix(wood, deep, 0.15)], strokes };
}

/** A figure in front of a coloured wall: hair, head and shoulders, no face. */
function portrait(random: Random, { light, deep, warm, cool, accent }: Palette): Drawing {
  const skin = hex(random.pick(["#f5cdb0", "#e2ae85", "#c68b62", "#966040", "#68422e"]));
  const color = random.pick([deep, mix(deep, warm, 0.4), mix(warm, accent, 0.4)]);
  const wall = random.pick([cool, accent, warm]);
  const middle = { x: 0.5, angle: down };
  const strokes: Stroke[] = [
    { ...middle, y: 0.5, radius: 0.4, color: mix(light, wall, 0.25), strength: 0.7 },
    { ...middle, y: 0.385, radius: 0.205, length: random.chance(0.5) ? 0.3 : 0, color, lift: 0.12 },
    {
      ...middle,
      y: 0.97,
      radius: 0.29,
      length: 1,
      color: random.pick([warm, cool, accent, light]),
      lift: 0.12,
    },
    { ...middle, y: 0.5, radius: 0.066, length: 0.2, color: mix(skin, deep, 0.16) },
    { ...middle, y: 0.4, radius: 0.152, length: 0.05, color: skin, lift: 0.15 },
    { x: 0.395, y: 0.27, angle: 0.1, radius: 0.055, length: 0.21, color },
  ];
  if (random.chance(0.3)) strokes.push({ ...middle, y: 0.17, radius: 0.085, color, lift: 0.12 });
  return { paper: [mix(wall, light, 0.5), wall], strokes };
}

async function encode(kind: PictureKind, drawing: Drawing): Promise<Buffer> {
  const { width, height } = sizes[kind];
  const png = new PNG({
    width,
    height,
    colorType: 2,
    inputColorType: 2,
    inputHasAlpha: false,
    filterType: 4,
  });
  png.data = await drawPixels(drawing, width, height);
  // As a stream, it compresses on Node's worker threads.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    png.on("data", (chunk: Buffer) => chunks.push(chunk));
    png.on("end", () => resolve(Buffer.concat(chunks)));
    png.on("error", reject);
    png.pack();
  });
}
