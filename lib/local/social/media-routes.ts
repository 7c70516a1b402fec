import { Hono } from "hono";
import { pictureOf } from "./picture";

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
