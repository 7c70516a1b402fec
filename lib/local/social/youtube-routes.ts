import { type Context, Hono } from "hono";
import type { NodeEnv } from "../emulator-server";
import { type Account, quirkOf } from "./account";
import type { Counters, Shown } from "./counters";
import { allAccounts, findAccount, searchAccounts } from "./directory";
import { accountMissing, envelope, postsMissing } from "./gate";
import { avatarUrl, pictureUrl } from "./media";
import { pageAfter, postsOf, type SocialPost } from "./posts";
import type { SocialState } from "./state";
import { accountId } from "./traits";

const videoPageSize = 30;
const searchSize = 20;
const longestShortMs = 40_000;

/** The vendor's YouTube endpoints. `origin` is a function, because the port is known only after the start. */
export function createYouTubeRoutes(
  state: SocialState,
  origin: () => string,
  counters: Counters,
): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();

  app.get("/v1/youtube/channel", (c) => {
    const [, id] = /\/channel\/([\w-]+)$/.exec(c.req.query("url") ?? "") ?? [];
    const handle = id ? handleOfId(id) : (c.req.query("handle") ?? "");
    if (quirkOf(handle) === "husk") {
      return c.json(envelope(state, { channelId: null, channel: null, name: null }));
    }
    const account = findAccount("youtube", handle);
    if (!account) return accountMissing(c);
    return c.json(envelope(state, channelOf(counters(account).account(), origin())));
  });

  // The same lists for every type of match; only channels are invented.
  app.get("/v1/youtube/search", (c) => {
    const found =
      c.req.query("type") === "channels" ? searchAccounts("youtube", c.req.query("query") ?? "") : [];
    const channels = found
      .slice(0, searchSize)
      .map((account) => hitOf(counters(account).account(), origin()));
    const others = { videos: [], playlists: [], shorts: [], shelves: [], lives: [] };
    return c.json(envelope(state, { channels, ...others, continuationToken: null }));
  });

  /** A page of one of a channel's tabs, after the video that the continuation token names. */
  const answerTab = (
    c: Context<NodeEnv>,
    isOnTab: (post: SocialPost) => boolean,
    bodyOf: (posts: SocialPost<Shown>[], account: Account) => object,
  ) => {
    const account = findAccount("youtube", c.req.query("handle") ?? "");
    if (!account) return accountMissing(c);
    if (account.quirk === "noposts404") return postsMissing(c, 404);
    const posts = postsOf(account).filter(isOnTab);
    const after = c.req.query("continuationToken");
    const { items, next } = pageAfter(posts, videoPageSize, ({ id }) => id, after);
    const look = counters(account);
    const body = bodyOf(
      items.map((post) => look.post(post)),
      account,
    );
    return c.json(envelope(state, { ...body, continuationToken: next ?? null }));
  };

  app.get("/v1/youtube/channel-videos", (c) => {
    const hasExtras = c.req.query("includeExtras") === "true";
    return answerTab(
      c,
      (post) => !isShort(post),
      (posts, account) => ({
        videos: posts.map((post) => ({
          ...videoOf(account, post, origin()),
          ...(hasExtras ? likesOf(post) : {}),
        })),
      }),
    );
  });

  app.get("/v1/youtube/channel/shorts", (c) =>
    answerTab(c, isShort, (posts, account) => ({
      videos: [],
      channels: [],
      playlists: [],
      shorts: posts.map((post) => ({ ...shortOf(account, post, origin()), ...likesOf(post) })),
      shelves: [],
      lives: [],
    })),
  );

  return app;
}

function handleOfId(id: string): string {
  const isIt = (account: Account) => account.platform === "youtube" && accountId(account) === id;
  return allAccounts.find(isIt)?.handle ?? "";
}

function isShort({ durationMs }: SocialPost<unknown>): boolean {
  return durationMs <= longestShortMs;
}

/** The answer of a channel, without a `data` object. */
function channelOf(account: Account<Shown>, origin: string): object {
  const url = avatarUrl(origin, account);
  return {
    channelId: accountId(account),
    channel: `http://www.youtube.com/@${account.handle}`,
    name: account.name,
    avatar: { image: { sources: [72, 120, 160].map((width) => ({ url, width, height: width })) } },
    description: account.bio,
    ...subscribersOf(account),
    videoCountText: `${account.posts.toLocaleString("en-US")} videos`,
    joinedDateText: "Joined Mar 4, 2019",
    tags: account.theme,
    links: [],
    country: null,
  };
}

/** An entry of a search, in the shape in which the vendor shows a video's channel. */
function hitOf(account: Account<Shown>, origin: string): object {
  return {
    type: "channel",
    id: accountId(account),
    title: account.name,
    handle: account.handle,
    thumbnail: avatarUrl(origin, account),
    ...subscribersOf(account),
  };
}

/** What videos and Shorts share. */
function entryOf(account: Account, post: SocialPost<Shown>, origin: string): object {
  return {
    id: post.id,
    url: `https://www.youtube.com/watch?v=${post.id}`,
    title: post.caption ?? "",
    thumbnail: pictureUrl(origin, account, "post", post.pictures[0]),
  };
}

function videoOf(account: Account, post: SocialPost<Shown>, origin: string): object {
  return {
    type: "video",
    ...entryOf(account, post, origin),
    channel: { title: "", thumbnail: null },
    ...counted("viewCount", post.plays, " views"),
    publishedTime: new Date(post.takenAtS * 1000).toISOString(),
    lengthSeconds: Math.round(post.durationMs / 100),
    badges: [],
  };
}

function shortOf(account: Account, post: SocialPost<Shown>, origin: string): object {
  return {
    type: "short",
    ...entryOf(account, post, origin),
    ...counted("viewCount", post.plays),
    publishDate: new Date(post.takenAtS * 1000).toISOString(),
    durationMs: post.durationMs,
  };
}

function likesOf({ likes }: SocialPost<Shown>): object {
  return counted("likeCount", likes);
}

/** `viewCountText` and `viewCountInt`; nothing where the count is missing. */
function counted(name: string, count: Shown, word = ""): object {
  if (count === undefined) return {};
  if (count === null) return { [`${name}Text`]: null, [`${name}Int`]: null };
  const text = `${count.toLocaleString("en-US")}${word}`;
  return { [`${name}Text`]: text, ...(typeof count === "number" ? { [`${name}Int`]: count } : {}) };
}

/** The same for subscribers, whose text is short: `2.75M subscribers`. */
function subscribersOf({ followers, quirk }: Account<Shown>): object {
  if (followers === undefined || quirk === "nocounts") return {};
  if (followers === null) return { subscriberCount: null, subscriberCountText: null };
  const text = `${typeof followers === "number" ? shortened(followers) : followers} subscribers`;
  return {
    ...(typeof followers === "number" ? { subscriberCount: followers } : {}),
    subscriberCountText: text,
  };
}

function shortened(count: number): string {
  if (count >= 1_000_000) return `${count / 1_000_000}M`;
  return count >= 1_000 ? `${count / 1_000}K` : String(count);
}
