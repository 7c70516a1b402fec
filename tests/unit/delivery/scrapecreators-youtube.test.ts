import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openScrapeCreators } from "@/lib/delivery/social/scrapecreators/open-scrapecreators";
import {
  readYouTubeChannel,
  readYouTubeHits,
  readYouTubeVideos,
} from "@/lib/delivery/social/scrapecreators/youtube";
import { documentSchema } from "@/lib/shop/catalog/document";
import { parsePostLink } from "@/lib/shop/catalog/links";
import { serve } from "./serve";

const channel = {
  channelId: "UCabcdefghij0123456789-_",
  channel: "http://www.youtube.com/@Luna-Moves",
  name: "Luna Moves",
  avatar: {
    image: {
      sources: [
        { url: "https://yt3.googleusercontent.com/luna=s72", width: 72, height: 72 },
        { url: "https://yt3.googleusercontent.com/luna=s160", width: 160, height: 160 },
      ],
    },
  },
  description: "Dance, mostly.",
  subscriberCount: 2_750_000,
  subscriberCountText: "2.75M subscribers",
  videoCountText: "9,221 videos",
  viewCountText: "2,170,355,382 views",
};
const channelWith = (fields: object) => readYouTubeChannel({ ...channel, ...fields }, "asked");

describe("a YouTube channel", () => {
  it("is read field by field, with its largest picture", () => {
    expect(channelWith({})).toEqual({
      exists: true,
      account_id: "UCabcdefghij0123456789-_",
      username: "luna-moves",
      full_name: "Luna Moves",
      biography: "Dance, mostly.",
      followers_count: 2_750_000,
      followers: { lowest: 2_750_000, highest: 2_759_999 },
      following_count: null,
      posts_count: 9_221,
      profile_picture_url: "https://yt3.googleusercontent.com/luna=s160",
      is_private: false,
      is_verified: false,
    });
  });

  it.each<[unknown, unknown, object | null]>([
    [999, "999 subscribers", { lowest: 999, highest: 999 }],
    [1_230, "1.23K subscribers", { lowest: 1_230, highest: 1_239 }],
    [48_200, "48.2K subscribers", { lowest: 48_200, highest: 48_299 }],
    [3_000_000, "3M subscribers", { lowest: 3_000_000, highest: 3_009_999 }],
    // Exact, whatever YouTube shows.
    [1_234, "1.23K subscribers", { lowest: 1_234, highest: 1_234 }],
    [undefined, "48.2K subscribers", { lowest: 48_200, highest: 48_299 }],
    [null, "1 subscriber", { lowest: 1, highest: 1 }],
    [null, null, null],
    [undefined, undefined, null],
    ["hidden", "No subscribers", null],
  ])("with %j and %j subscribers is read as floored to three digits", (number, text, followers) => {
    expect(channelWith({ subscriberCount: number, subscriberCountText: text })).toMatchObject({ followers });
  });

  it("keeps the name that was asked for where its address has no handle", () => {
    const address = "http://www.youtube.com/channel/UCabcdefghij0123456789-_";
    expect(channelWith({ channel: address })).toMatchObject({ username: "asked" });
  });

  it("without a picture has none", () => {
    expect(channelWith({ avatar: null })).toMatchObject({ profile_picture_url: null });
    expect(channelWith({ avatar: { image: { sources: [] } } })).toMatchObject({ profile_picture_url: null });
  });

  it.each([
    ["the vendor says so", null],
    ["its id is null", { success: true, channelId: null, name: null }],
    ["its id is empty", { success: true, channelId: "" }],
  ])("does not exist when %s", (_what, answer) => {
    expect(readYouTubeChannel(answer, "nobody")).toEqual({ exists: false, username: "nobody" });
  });

  it.each([
    ["no id", { success: true }],
    ["another id", { ...channel, channelId: "luna" }],
    ["a number for an id", { ...channel, channelId: 7 }],
  ])("with %s is an unreadable answer, never a missing channel", (_what, answer) => {
    expect(() => readYouTubeChannel(answer, "nobody")).toThrow(
      expect.objectContaining({ kind: "bad_response" }),
    );
  });
});

describe("YouTube's matches", () => {
  const hit = {
    id: "UCabcdefghij0123456789-_",
    title: "Luna Moves",
    handle: "Luna-Moves",
    thumbnail: "https://yt3.ggpht.com/luna=s88",
  };

  it("are read as the vendor shows a video's channel", () => {
    expect(readYouTubeHits({ channels: [hit], videos: [] })).toEqual([
      {
        username: "luna-moves",
        full_name: "Luna Moves",
        biography: "",
        followers_count: null,
        following_count: null,
        posts_count: null,
        profile_picture_url: "https://yt3.ggpht.com/luna=s88",
        is_verified: false,
      },
    ]);
  });

  it("have their subscribers where they are named, and handles with an @", () => {
    const named = { ...hit, handle: "@Luna-Moves", subscriberCountText: "1.2M subscribers" };
    expect(readYouTubeHits({ channels: [named] })).toMatchObject([
      { username: "luna-moves", followers_count: 1_200_000 },
    ]);
  });

  it("without a handle are left out", () => {
    const channels = [{ ...hit, handle: "channel/UCabcdefghij0123456789-_" }];
    expect(readYouTubeHits({ channels })).toEqual([]);
    expect(readYouTubeHits({ channels: [...channels, hit] })).toHaveLength(1);
  });

  it("in another format are reported", () => {
    const other = expect.objectContaining({ kind: "bad_response" });
    expect(() => readYouTubeHits({ people: [] })).toThrow(other);
    expect(() => readYouTubeHits({ channels: [{ name: "luna" }] })).toThrow(other);
  });
});

describe("a YouTube video", () => {
  const video = {
    type: "video",
    id: "5EWaxmWgQMI",
    url: "https://www.youtube.com/watch?v=5EWaxmWgQMI",
    title: "Night shift",
    description: "…",
    thumbnail: "https://i.ytimg.com/vi/5EWaxmWgQMI/hqdefault.jpg?sqp=a&rs=b",
    viewCountText: "110,447 views",
    viewCountInt: 110_447,
    publishedTime: "2026-01-23T22:48:53.914Z",
    lengthSeconds: 2_245,
  };
  const short = {
    type: "short",
    id: "VREVC0wXPfs",
    title: "In half a minute",
    thumbnail: "https://img.youtube.com/vi/VREVC0wXPfs/maxresdefault.jpg",
    viewCountText: "17,066",
    viewCountInt: 17_066,
    likeCountInt: 495,
    likeCountText: "495",
    publishDate: "2026-04-22T10:44:35-07:00",
    durationMs: 37_000,
  };
  const postOf = (entry: object) => readYouTubeVideos({ videos: [entry] }, "videos")[0]?.post;

  it("is read with its address, its picture and its views; its likes are unknown without extras", () => {
    expect(postOf(video)).toEqual({
      id: "5EWaxmWgQMI",
      permalink: "https://www.youtube.com/watch?v=5EWaxmWgQMI",
      imageUrl: "https://i.ytimg.com/vi/5EWaxmWgQMI/hqdefault.jpg?sqp=a&rs=b",
      caption: "Night shift",
      videoUrl: null,
      isVideo: true,
      media_type: 2,
      likes: null,
      views: { lowest: 110_447, highest: 110_447 },
    });
    expect(postOf({ ...video, likeCountInt: 321 })?.likes).toEqual({ lowest: 321, highest: 321 });
  });

  it("that is a Short has the same kind of address", () => {
    const [found] = readYouTubeVideos({ shorts: [short] }, "shorts");
    expect(found).toMatchObject({
      atMs: Date.UTC(2026, 3, 22, 17, 44, 35),
      post: {
        permalink: "https://www.youtube.com/watch?v=VREVC0wXPfs",
        likes: { lowest: 495 },
        views: { lowest: 17_066, highest: 17_066 },
      },
    });
  });

  it.each([
    ["750K views", 750_000, { lowest: 750_000, highest: 750_999 }],
    ["750K", 750_000, { lowest: 750_000, highest: 750_999 }],
    ["No views", 0, { lowest: 0, highest: 0 }],
    [null, 12, { lowest: 12, highest: 12 }],
    [null, null, null],
  ])("with %j and %j views is as exact as its text", (viewCountText, viewCountInt, views) => {
    expect(postOf({ ...video, viewCountText, viewCountInt })?.views).toEqual(views);
  });

  it("with an id that no video has is left out", () => {
    const { length } = readYouTubeVideos({ videos: [{ ...video, id: "short" }, video] }, "videos");
    expect(length).toBe(1);
  });

  it("is not there in a tab that the vendor does not find or that is empty", () => {
    expect(readYouTubeVideos(null, "shorts")).toEqual([]);
    expect(readYouTubeVideos({ shorts: [] }, "shorts")).toEqual([]);
    expect(readYouTubeVideos({ shorts: null }, "shorts")).toEqual([]);
    expect(() => readYouTubeVideos({ clips: [] }, "shorts")).toThrow(
      expect.objectContaining({ kind: "bad_response" }),
    );
  });

  it("has the address that the platform's link form writes", () => {
    const shipped = JSON.parse(readFileSync("lib/shop/catalog/shipped/youtube.json", "utf8"));
    const [platform] = documentSchema.parse(shipped).platforms;
    if (!platform) throw new Error("no platform");
    const { id, permalink } = postOf(video) ?? expect.fail("no video");
    for (const link of [`https://youtu.be/${id}?si=x`, `youtube.com/shorts/${id}`, permalink]) {
      expect(parsePostLink(platform, link, "luna-moves")).toEqual({ id, permalink, isVideo: true });
    }
  });

  describe("in a list", () => {
    const wanted = { kind: "all", count: 20, postsCount: null } as const;
    const answers = (fails: (url: string) => boolean) =>
      serve((response, request) => {
        const url = request.url ?? "";
        const tab = url.includes("shorts") ? { shorts: [short] } : { videos: [video] };
        if (fails(url)) response.writeHead(503).end("{}");
        else response.end(JSON.stringify({ success: true, ...tab }));
      });
    const list = async (server: { origin: string }, count = 20) => {
      const options = { baseUrl: server.origin, apiKey: "k", timeoutMs: 60_000, searchTimeoutMs: 60_000 };
      const posts = await openScrapeCreators(options).listPosts("youtube", "luna", { ...wanted, count });
      return posts.map(({ id }) => id);
    };

    it("stands by its time beside the Shorts, the newest first", async () => {
      const server = await answers(() => false);
      expect(await list(server)).toEqual([short.id, video.id]);
      expect(await list(server, 1)).toEqual([short.id]);
      expect(
        server.requests
          .slice(0, 2)
          .map(({ url }) => url)
          .toSorted(),
      ).toEqual([
        "/v1/youtube/channel-videos?handle=luna&sort=latest&includeExtras=true",
        "/v1/youtube/channel/shorts?handle=luna&sort=newest",
      ]);
    });

    it("comes without likes where the vendor fails to give them", async () => {
      const server = await answers((url) => url.includes("includeExtras"));
      expect(await list(server)).toEqual([short.id, video.id]);
    });

    it("is not half of a list: a tab that fails fails it", async () => {
      await expect(list(await answers((url) => url.includes("shorts")))).rejects.toMatchObject({
        kind: "upstream",
      });
    });
  });

  it("search asks for channels only", async () => {
    const server = await serve((response) => response.end('{"channels":[]}'));
    const options = { baseUrl: server.origin, apiKey: "k", timeoutMs: 60_000, searchTimeoutMs: 60_000 };
    await expect(openScrapeCreators(options).searchProfiles("youtube", "luna")).resolves.toEqual([]);
    expect(server.requests[0]?.url).toBe("/v1/youtube/search?type=channels&query=luna");
  });
});
