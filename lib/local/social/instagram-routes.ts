import { Hono } from "hono";
import { quirkOf } from "./account";
import type { Counters } from "./counters";
import { findAccount, findAccountById, searchAccounts } from "./directory";
import { envelope, isTrimmed, type SocialEnv } from "./gate";
import {
  instagramHit,
  instagramMedia,
  instagramProfileHit,
  instagramReel,
  instagramUser,
} from "./instagram-wire";
import { pageAfter } from "./pages";
import { instagramMediaId, postsOf, videosOf } from "./posts";
import type { SocialState } from "./state";
import { accountId } from "./traits";
import { accountMissing, postsMissing } from "./vendor-errors";

const pageSize = 12;
const searchSize = 20;
const profileSearchSize = 10;

/** The vendor's Instagram endpoints. `origin` is a function, because the port is known only after the start. */
export function createInstagramRoutes(
  state: SocialState,
  origin: () => string,
  counters: Counters,
): Hono<SocialEnv> {
  const app = new Hono<SocialEnv>();

  app.get("/v1/instagram/profile", (c) => {
    const handle = c.req.query("handle") ?? "";
    if (quirkOf(handle) === "husk") {
      return c.json(envelope(state, { data: { user: null } }));
    }
    const account = findAccount("instagram", handle);
    if (!account) return accountMissing(c);
    return c.json(
      envelope(state, { data: { user: instagramUser(counters.account(account), origin(), isTrimmed(c)) } }),
    );
  });

  app.get("/v1/instagram/search", (c) => {
    const query = c.req.query("query") ?? "";
    const found = searchAccounts("instagram", query).slice(0, searchSize);
    const users = found.map((account, position) => instagramHit(account, origin(), position));
    return c.json(envelope(state, { data: { query, users, hashtags: [], places: [], keywords: [] } }));
  });

  app.get("/v1/instagram/search/profiles", (c) => {
    const found = searchAccounts("instagram", c.req.query("query") ?? "");
    const page = Math.max(1, Number(c.req.query("cursor") ?? 1) || 1);
    const start = (page - 1) * profileSearchSize;
    const profiles = found
      .slice(start, start + profileSearchSize)
      .map((account) => instagramProfileHit(account, origin()));
    const cursor = start + profileSearchSize < found.length ? String(page + 1) : null;
    return c.json(envelope(state, { profiles, cursor }));
  });

  app.get("/v2/instagram/user/posts", (c) => {
    const account = findAccount("instagram", c.req.query("handle") ?? "");
    if (!account) return accountMissing(c);
    if (account.quirk === "no-posts") return postsMissing(c, 404);
    const after = c.req.query("next_max_id");
    const { items, next } = pageAfter(
      postsOf(account),
      pageSize,
      (post) => instagramMediaId(account, post),
      after,
    );
    return c.json(
      envelope(state, {
        items: items.map((post) =>
          instagramMedia(account, counters.post("instagram", post), origin(), isTrimmed(c)),
        ),
        num_results: items.length,
        more_available: next !== undefined,
        next_max_id: next,
        user: { pk: accountId(account), username: account.handle, full_name: account.name },
      }),
    );
  });

  app.get("/v1/instagram/user/reels", (c) => {
    const id = c.req.query("user_id");
    const account =
      id === undefined
        ? findAccount("instagram", c.req.query("handle") ?? "")
        : findAccountById("instagram", id);
    if (!account) return accountMissing(c);
    if (account.quirk === "no-posts") return postsMissing(c, 404);
    const after = c.req.query("max_id");
    const { items, next } = pageAfter(
      videosOf(account),
      pageSize,
      (post) => instagramMediaId(account, post),
      after,
    );
    const reels = items.map((post) => instagramReel(account, counters.post("instagram", post), origin()));
    return c.json(
      envelope(state, {
        items: isTrimmed(c) ? reels : reels.map((media) => ({ media })),
        max_id: next,
      }),
    );
  });

  return app;
}
