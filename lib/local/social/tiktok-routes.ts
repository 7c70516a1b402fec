import { Hono } from "hono";
import { normalizeHandle, quirkOf } from "./account";
import type { Counters } from "./counters";
import { findAccount, findAccountById, searchAccounts } from "./directory";
import { envelope, isTrimmed, type SocialEnv } from "./gate";
import { pageAfter } from "./pages";
import { postsOf } from "./posts";
import type { SocialState } from "./state";
import { tiktokHit, tiktokProfile, tiktokVideo } from "./tiktok-wire";
import { accountMissing, postsMissing } from "./vendor-errors";

const videoPageSize = 10;
const searchPageSize = 10;

/** The vendor's TikTok endpoints. `origin` is a function, because the port is known only after the start. */
export function createTikTokRoutes(
  state: SocialState,
  origin: () => string,
  counters: Counters,
): Hono<SocialEnv> {
  const app = new Hono<SocialEnv>();

  app.get("/v1/tiktok/profile", (c) => {
    const handle = c.req.query("handle") ?? "";
    if (quirkOf(handle) === "husk") {
      return c.json(envelope(state, { user: null, stats: null, itemList: [] }));
    }
    const account = findByEither(c.req.query("user_id"), handle);
    return account
      ? c.json(envelope(state, tiktokProfile(counters.account(account), origin())))
      : accountMissing(c);
  });

  app.get("/v1/tiktok/search/users", (c) => {
    const query = c.req.query("query") ?? "";
    const found = searchAccounts("tiktok", query);
    const start = Math.max(0, Number(c.req.query("cursor") ?? 0) || 0);
    const page = found
      .slice(start, start + searchPageSize)
      .map((account) => tiktokHit(account, origin(), isTrimmed(c)));
    // The vendor uses both names of the list; here the query's length decides.
    const list = normalizeHandle(query).length % 2 === 0 ? { user_list: page } : { users: page };
    const hasMore = start + searchPageSize < found.length ? 1 : 0;
    return c.json(envelope(state, { ...list, cursor: start + page.length, has_more: hasMore }));
  });

  app.get("/v3/tiktok/profile/videos", (c) => {
    const account = findByEither(c.req.query("user_id"), c.req.query("handle") ?? "");
    if (!account) return accountMissing(c);
    if (account.quirk === "no-posts") return postsMissing(c, 200);
    const isPopular = c.req.query("sort_by") === "popular";
    const all = postsOf(account).map((post, index) => ({ post, index }));
    const sorted = isPopular ? all.toSorted((a, b) => b.post.plays - a.post.plays) : all;
    // By time the cursor is the last post's time in milliseconds, by popularity the number of posts seen.
    const cursorOf = (post: { takenAtS: number }, rank: number) =>
      isPopular ? rank + 1 : post.takenAtS * 1000;
    const ranked = sorted.map((entry, rank) => ({ ...entry, cursor: cursorOf(entry.post, rank) }));
    const after = c.req.query("max_cursor");
    const { items, next } = pageAfter(ranked, videoPageSize, ({ cursor }) => String(cursor), after);
    return c.json(
      envelope(state, {
        status_code: 0,
        has_more: next ? 1 : 0,
        max_cursor: items.at(-1)?.cursor ?? 0,
        aweme_list: items.map(({ post, index }) =>
          tiktokVideo(account, counters.post("tiktok", post), index, origin()),
        ),
      }),
    );
  });

  return app;
}

function findByEither(id: string | undefined, handle: string) {
  return id === undefined ? findAccount("tiktok", handle) : findAccountById("tiktok", id);
}
