import { Hono } from "hono";
import type { Account } from "./account";
import { pictureOf } from "./picture";
import { traits } from "./traits";

const forAYear = "public, max-age=31536000, immutable";

/** The first bytes of a HEIC file, enough to be recognised. */
const heicHead = Buffer.from("000000186674797068656963000000006d69663168656963", "hex");

/** The pictures: `/media/<kind>/<seed>.png`, `.heic` ones that no browser shows, and `expired` ones with 403. */
export function createMediaRoutes(): Hono {
  const app = new Hono();
  app.get("/media/expired/:file", (c) => c.text("URL signature expired", 403));
  app.get("/media/:kind{avatar|post}/:file{[\\w.-]{1,120}\\.png}", async (c) => {
    const kind = c.req.param("kind") === "avatar" ? "avatar" : "post";
    const picture = await pictureOf(kind, c.req.param("file").replace(/\.png$/, ""));
    return c.body(new Uint8Array(picture), 200, { "content-type": "image/png", "cache-control": forAYear });
  });
  app.get("/media/:kind{avatar|post}/:file{[\\w.-]{1,120}\\.heic}", (c) =>
    c.body(new Uint8Array(heicHead), 200, { "content-type": "image/heic", "cache-control": forAYear }),
  );
  return app;
}

/** An account's picture. One account's signatures have expired: its pictures answer 403. */
export function pictureUrl(
  origin: string,
  account: Account<unknown>,
  kind: "avatar" | "post",
  seed: string,
): string {
  return `${origin}/media/${account.quirk === "expired" ? "expired" : kind}/${seed}.png`;
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
