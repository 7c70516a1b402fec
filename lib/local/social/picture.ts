import { setImmediate as nextTurn } from "node:timers/promises";
import { PNG } from "pngjs";
import type { Painting } from "./paint";
import { palettes } from "./palettes";
import { arches, bokeh, leaves, table } from "./pictures-indoors";
import { hills, sea, skyline } from "./pictures-outdoors";
import { portrait } from "./portrait";
import { type Random, randomFrom } from "./random";

type Subject = (random: Random, palette: (typeof palettes)[0]) => Painting;

const anySubject: readonly [Subject, ...Subject[]] = [hills, sea, skyline, arches, bokeh, leaves, table];

/** A theme's subjects; a post's seed begins with its theme. */
const subjectsOfTheme: Readonly<Record<string, readonly [Subject, ...Subject[]]>> = {
  travel: [hills, sea, hills, skyline],
  food: [table, table, bokeh, arches],
  craft: [arches, table, leaves, arches],
  music: [bokeh, skyline, bokeh, sea],
  sport: [hills, sea, skyline, bokeh],
  plants: [leaves, leaves, hills, arches],
  city: [skyline, skyline, bokeh, arches],
  books: [arches, leaves, table, bokeh],
};

const sizes = { avatar: { width: 240, height: 240 }, post: { width: 480, height: 600 } } as const;

const rowsAtOnce = 20;

export type PictureKind = keyof typeof sizes;

/** Finished pictures, the oldest dropped first; about 60 KB each. */
const cacheSize = 400;
const cache = new Map<string, Promise<Buffer>>();

/** A seed's PNG, always the same, painted once. Avatars 240 × 240, posts 480 × 600. */
export function pictureOf(kind: PictureKind, seed: string): Promise<Buffer> {
  const key = `${kind} ${seed}`;
  const known = cache.get(key);
  if (known) return known;
  const painted = encode(kind, paintingOf(kind, seed));
  cache.set(key, painted);
  for (const oldest of cache.keys()) {
    if (cache.size <= cacheSize) break;
    cache.delete(oldest);
  }
  return painted;
}

function paintingOf(kind: PictureKind, seed: string): Painting {
  const random = randomFrom(`picture ${kind} ${seed}`);
  const palette = random.pick(palettes);
  if (kind === "avatar")
    return random.chance(0.6) ? portrait(random, palette) : random.pick(anySubject)(random, palette);
  const theme = seed.split("-")[0] ?? "";
  const subjects = Object.hasOwn(subjectsOfTheme, theme) ? subjectsOfTheme[theme] : undefined;
  return random.pick(subjects ?? anySubject)(random, palette);
}

async function encode(kind: PictureKind, painting: Painting): Promise<Buffer> {
  const { width, height } = sizes[kind];
  const pixels = Buffer.alloc(width * height * 3);
  let at = 0;
  for (let row = 0; row < height; row++) {
    // Painting is slow: other requests are answered in between.
    if (row % rowsAtOnce === 0) await nextTurn();
    for (let column = 0; column < width; column++) {
      const [red, green, blue] = painting((column + 0.5) / width, (row + 0.5) / width);
      pixels[at++] = red;
      pixels[at++] = green;
      pixels[at++] = blue;
    }
  }
  return compress(width, height, pixels);
}

// As a stream, it compresses on Node's worker threads.
function compress(width: number, height: number, pixels: Buffer): Promise<Buffer> {
  const png = new PNG({
    width,
    height,
    colorType: 2,
    inputColorType: 2,
    inputHasAlpha: false,
    filterType: 4,
  });
  png.data = pixels;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    png.on("data", (chunk: Buffer) => chunks.push(chunk));
    png.on("end", () => resolve(Buffer.concat(chunks)));
    png.on("error", reject);
    png.pack();
  });
}
