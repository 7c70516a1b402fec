import { type Context, Hono } from "hono";
import type { NodeEnv } from "../emulator-server";
import { type Account, quirkOf } from "./account";
import type { Counters, Shown } from "./counters";
import { findAccount, searchAccounts } from "./directory";
import { accountMissing, envelope, postsMissing } from "./gate";
import { avatarUrl, pictureUrl, videoUrl } from "./media";
import { pageAfter, postsOf, type SocialPost } from "./posts";
import type { SocialState } from "./state";
import { accountId } from "./traits";

const pageSize = 12;
const searchSize = 20;

/** The vendor's Instagram endpoints. `origin` is a function, because the port is known only after the start. */
export function createInstagramRoutes(
  state: SocialState,
  origin: () => string,
  counters: Counters,
): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();

  app.get("/v1/instagram/profile", (c) => {
    const handle = c.req.query("handle") ?? "";
    if (quirkOf(handle) === "husk") return c.json(envelope(state, { data: { user: null } }));
    const account = findAccount("instagram", handle);
    if (!account) return accountMissing(c);
    return c.json(envelope(state, { data: { user: userOf(counters(account).account(), origin()) } }));
  });

  app.get("/v1/instagram/search", (c) => {
    const query = c.req.query("query") ?? "";
    const found = searchAccounts("instagram", query).slice(0, searchSize);
    const users = found.map((account) => hitOf(account, origin()));
    return c.json(envelope(state, { data: { query, users, hashtags: [], places: [], keywords: [] } }));
  });

  /** Answers with a page of an account's posts after the one that the parameter `cursor` names. */
  const answerPage = (
    c: Context<NodeEnv>,
    cursor: string,
    bodyOf: (items: object[], next: string | undefined) => object,
    isWanted: (post: SocialPost) => boolean = () => true,
  ) => {
    const account = findAccount("instagram", c.req.query("handle") ?? "");
    if (!account) return accountMissing(c);
    if (account.quirk === "noposts404") return postsMissing(c, 404);
    const posts = postsOf(account).filter(isWanted);
    const { items, next } = pageAfter(posts, pageSize, (post) => mediaId(account, post), c.req.query(cursor));
    const look = counters(account);
    const media = items.map((post) => mediaOf(account, look.post(post), origin()));
    return c.json(envelope(state, bodyOf(media, next)));
  };

  app.get("/v2/instagram/user/posts", (c) =>
    answerPage(c, "next_max_id", (items, next) => ({
      items,
      num_results: items.length,
      more_available: next !== undefined,
      next_max_id: next,
    })),
  );

  // Reels often have no caption.
  app.get("/v1/instagram/user/reels", (c) =>
    answerPage(
      c,
      "max_id",
      (items, next) => ({
        items: items.map((item) => ({ media: { ...item, caption: null } })),
        max_id: next,
      }),
      ({ kind }) => kind === "video",
    ),
  );

  return app;
}

/** The profile's `data.user`. As the vendor's, `media_count` is null and the timeline has the count. */
function userOf(account: Account<Shown>, origin: string): object {
  return {
    ...hitOf(account, origin),
    biography: account.bio,
    is_private: account.quirk === "private",
    profile_pic_url_hd: avatarUrl(origin, account),
    edge_followed_by: { count: account.followers },
    ...(account.quirk === "nocounts" ? {} : { edge_follow: { count: account.following } }),
    media_count: null,
    edge_owner_to_timeline_media: { count: account.posts, edges: [] },
  };
}

/** An entry of a search, without counts, biography and privacy. */
function hitOf(account: Account<Shown>, origin: string): object {
  return {
    id: accountId(account),
    username: account.handle,
    full_name: account.name,
    is_verified: account.isVerified,
    profile_pic_url: avatarUrl(origin, account),
  };
}

/** A post's pk and its owner's. */
function mediaId(account: Account, post: SocialPost<Shown>): string {
  return `${post.id}_${accountId(account)}`;
}

function mediaOf(account: Account, post: SocialPost<Shown>, origin: string): object {
  const isVideo = post.kind === "video";
  const cover = pictureUrl(origin, account, "post", post.pictures[0]);
  const film = { url: videoUrl(origin, post.pictures[0]), width: 480, height: 852 };
  return {
    id: mediaId(account, post),
    pk: post.id,
    code: post.code,
    media_type: { photo: 1, video: 2, carousel: 8 }[post.kind],
    product_type: { photo: "feed", video: "clips", carousel: "carousel_container" }[post.kind],
    taken_at: post.takenAtS,
    caption: post.caption === null ? null : { text: post.caption },
    display_uri: cover,
    ...(post.kind === "carousel" ? {} : { image_versions2: imageVersions(cover) }),
    ...(isVideo ? { video_versions: [film] } : {}),
    ...(post.kind === "carousel" ? { carousel_media: carouselMedia(account, post, origin) } : {}),
    like_count: post.likes,
    like_and_view_counts_disabled: post.areCountsHidden,
    ...(isVideo ? { play_count: post.plays, video_duration: post.durationMs / 1000 } : {}),
    url: `https://www.instagram.com/p/${post.code}/`,
  };
}

function imageVersions(url: string): object {
  return { candidates: [{ url, width: 480, height: 600 }] };
}

function carouselMedia(account: Account, post: SocialPost<Shown>, origin: string): object[] {
  return post.pictures.map((seed) => ({
    media_type: 1,
    image_versions2: imageVersions(pictureUrl(origin, account, "post", seed)),
  }));
}
