import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import type { Account } from "./account";
import { randomFrom } from "./random";
import { traits } from "./traits";

const forAYear = "public, max-age=31536000, immutable";

/** How many pictures of each kind the folder `pictures` has, numbered from 1. */
const pictureCounts = { avatar: 10, post: 16 };

type PictureKind = keyof typeof pictureCounts;

/** The first bytes of a HEIC file, enough to be recognised. */
const heicHead = Buffer.from("000000186674797068656963000000006d69663168656963", "hex");

/** The pictures: `/media/<kind>/<seed>.webp`, `.heic` ones that no browser shows, and `expired` ones with 403. */
export function createMediaRoutes(): Hono {
  const app = new Hono();
  app.get("/media/expired/:file", (c) => c.text("URL signature expired", 403));
  app.get("/media/:kind{avatar|post}/:file{[\\w.-]{1,120}\\.webp}", async (c) => {
    const kind = c.req.param("kind") === "avatar" ? "avatar" : "post";
    const picture = await pictureOf(kind, c.req.param("file").replace(/\.webp$/, ""));
    return c.body(new Uint8Array(picture), 200, { "content-type": "image/webp", "cache-control": forAYear });
  });
  app.get("/media/:kind{avatar|post}/:file{[\\w.-]{1,120}\\.heic}", (c) =>
    c.body(new Uint8Array(heicHead), 200, { "content-type": "image/heic", "cache-control": forAYear }),
  );
  return app;
}

/** The picture of a seed, always the same. Posts that follow each other have different ones. */
function pictureOf(kind: PictureKind, seed: string): Promise<Buffer> {
  const count = pictureCounts[kind];
  const [series = ""] = /^.*?(?=\d*$)/.exec(seed) ?? [];
  const place = randomFrom(series).whole(0, count - 1) + Number(seed.slice(series.length));
  return readFile(new URL(`./pictures/${kind}-${(place % count) + 1}.webp`, import.meta.url));
}

/** An account's picture. One account's signatures have expired: its pictures answer 403. */
export function pictureUrl(
  origin: string,
  account: Account<unknown>,
  kind: PictureKind,
  seed: string,
): string {
  return `${origin}/media/${account.quirk === "expired" ? "expired" : kind}/${seed}.webp`;
}

/** An account's own picture. */
export function avatarUrl(origin: string, account: Account<unknown>): string {
  const { picturePrefix } = traits[account.platform];
  return pictureUrl(origin, account, "avatar", `${picturePrefix}-${account.handle}`);
}

/** A video's address, which is 404: the shop shows covers only. */
export function videoUrl(origin: string, seed: string): string {
  return `${origin}/media/video/${seed}.mp4`;
}
