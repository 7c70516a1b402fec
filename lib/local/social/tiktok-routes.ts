import { Hono } from "hono";
import type { NodeEnv } from "../emulator-server";
import { type Account, normalizeHandle, quirkOf } from "./account";
import type { Counters, Shown } from "./counters";
import { findAccount, searchAccounts } from "./directory";
import { accountMissing, envelope, postsMissing } from "./gate";
import { avatarUrl, pictureUrl, videoUrl } from "./media";
import { pageAfter, postsOf, type SocialPost } from "./posts";
import type { SocialState } from "./state";
import { accountId } from "./traits";

const videoPageSize = 10;
const searchPageSize = 10;

/** The vendor's TikTok endpoints. `origin` is a function, because the port is known only after the start. */
export function createTikTokRoutes(
  state: SocialState,
  origin: () => string,
  counters: Counters,
): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();

  app.get("/v1/tiktok/profile", (c) => {
    const handle = c.req.query("handle") ?? "";
    if (quirkOf(handle) === "husk") {
      return c.json(envelope(state, { user: null, stats: null, itemList: [] }));
    }
    const account = findAccount("tiktok", handle);
    return account
      ? c.json(envelope(state, profileOf(counters(account).account(), origin())))
      : accountMissing(c);
  });

  app.get("/v1/tiktok/search/users", (c) => {
    const query = c.req.query("query") ?? "";
    const found = searchAccounts("tiktok", query);
    const start = Math.max(0, Number(c.req.query("cursor") ?? 0) || 0);
    const page = found.slice(start, start + searchPageSize).map((account) => hitOf(account, origin()));
    // The vendor uses both names of the list; here the query's length decides.
    const list = normalizeHandle(query).length % 2 === 0 ? { user_list: page } : { users: page };
    const hasMore = start + searchPageSize < found.length ? 1 : 0;
    return c.json(envelope(state, { ...list, cursor: start + page.length, has_more: hasMore }));
  });

  app.get("/v3/tiktok/profile/videos", (c) => {
    const account = findAccount("tiktok", c.req.query("handle") ?? "");
    if (!account) return accountMissing(c);
    if (account.quirk === "noposts404") return postsMissing(c, 200);
    // The cursor is the last post's time in milliseconds.
    const ranked = postsOf(account).map((post, index) => ({ post, index, cursor: post.takenAtS * 1000 }));
    const after = c.req.query("max_cursor");
    const { items, next } = pageAfter(ranked, videoPageSize, ({ cursor }) => String(cursor), after);
    const look = counters(account);
    return c.json(
      envelope(state, {
        status_code: 0,
        has_more: next ? 1 : 0,
        max_cursor: items.at(-1)?.cursor ?? 0,
        aweme_list: items.map(({ post, index }) => videoOf(account, look.post(post), index, origin())),
      }),
    );
  });

  return app;
}

/** `user`, `stats` and `itemList` of a profile, without a `data` object. */
function profileOf(account: Account<Shown>, origin: string): object {
  const avatar = avatarUrl(origin, account);
  const counts = { followingCount: account.following, videoCount: account.posts };
  return {
    user: {
      id: accountId(account),
      uniqueId: account.handle,
      nickname: account.name,
      signature: account.bio,
      verified: account.isVerified,
      privateAccount: account.quirk === "private",
      avatarThumb: avatar,
      avatarMedium: avatar,
      avatarLarger: avatar,
    },
    stats: { followerCount: account.followers, ...(account.quirk === "nocounts" ? {} : counts) },
    itemList: [],
  };
}

/** An entry of a search. */
function hitOf(account: Account, origin: string): object {
  return {
    user_info: {
      uid: accountId(account),
      unique_id: account.handle,
      nickname: account.name,
      signature: account.bio,
      follower_count: account.followers,
      following_count: account.following,
      aweme_count: account.posts,
      secret: account.quirk === "private" ? 1 : 0,
      avatar_medium: { url_list: [avatarUrl(origin, account)] },
      custom_verify: account.isVerified ? "Verified account" : "",
      enterprise_verify_reason: "",
    },
  };
}

/** An entry of `aweme_list`. `index` is its place among the account's posts. */
function videoOf(account: Account, post: SocialPost<Shown>, index: number, origin: string): object {
  const isVideo = post.kind === "video";
  return {
    aweme_id: post.id,
    desc: post.caption ?? "",
    create_time: post.takenAtS,
    statistics: { play_count: post.plays, digg_count: post.likes },
    video: { duration: isVideo ? post.durationMs : 0, ...covers(account, post, index, origin) },
    ...(isVideo ? {} : { image_post_info: { images: pictures(account, post, origin) } }),
  };
}

// Covers are mostly HEIC, with a usable picture among the later ones; every third post's cover is usable.
function covers(account: Account, post: SocialPost<Shown>, index: number, origin: string): object {
  const seed = post.pictures[0];
  const usable = pictureUrl(origin, account, "post", seed);
  const heic = usable.replace(/\.webp$/, ".heic");
  const isPlain = index % 3 === 0 && account.quirk !== "heic";
  return {
    cover: { url_list: [isPlain ? usable : heic] },
    origin_cover: { url_list: [isPlain ? usable : heic] },
    dynamic_cover: { url_list: [account.quirk === "heic" ? heic : usable] },
    ...(post.kind === "video" ? { play_addr: { url_list: [videoUrl(origin, seed)] } } : {}),
  };
}

function pictures(account: Account, post: SocialPost<Shown>, origin: string): object[] {
  return post.pictures.map((seed) => {
    const url = pictureUrl(origin, account, "post", seed);
    return { thumbnail: { url_list: [account.quirk === "heic" ? url.replace(/\.webp$/, ".heic") : url] } };
  });
}
