import { describe, expect, it } from "vitest";
import {
  readTikTokHits,
  readTikTokPosts,
  readTikTokProfile,
} from "@/lib/delivery/social/scrapecreators/tiktok";

const user = {
  id: "6659",
  uniqueId: "Luna.Moves",
  nickname: "Luna",
  signature: "Dance, mostly.",
  verified: true,
  privateAccount: false,
  avatarThumb: "https://p16.tiktokcdn.com/100.jpeg",
  avatarMedium: "https://p16.tiktokcdn.com/720.heic",
  avatarLarger: "https://p16.tiktokcdn.com/1080.jpeg?x-expires=1",
};
const stats = { followerCount: 4_100_000, followingCount: 74, heartCount: 9, videoCount: 217 };

describe("a TikTok profile", () => {
  it("is read field by field, with a picture that browsers can show", () => {
    expect(readTikTokProfile({ user, stats, itemList: [] }, "x")).toEqual({
      exists: true,
      account_id: "6659",
      username: "luna.moves",
      full_name: "Luna",
      biography: "Dance, mostly.",
      followers_count: 4_100_000,
      followers: { lowest: 4_100_000, highest: 4_199_999 },
      following_count: 74,
      posts_count: 217,
      profile_picture_url: "https://p16.tiktokcdn.com/1080.jpeg?x-expires=1",
      is_private: false,
      is_verified: true,
    });
  });

  it("has no counts without statistics", () => {
    expect(readTikTokProfile({ user }, "x")).toMatchObject({ followers_count: null, posts_count: null });
  });

  it.each([
    ["the vendor says so", null],
    ["the user is empty", { success: true, user: null }],
    ["the user has no name", { success: true, user: {} }],
  ])("does not exist when %s", (_what, answer) => {
    expect(readTikTokProfile(answer, "nobody")).toEqual({ exists: false, username: "nobody" });
  });

  it.each([
    ["no user", { success: true }],
    ["a text for a user", { user: "luna" }],
    ["a number for a name", { user: { uniqueId: 7 } }],
  ])("with %s is an unreadable answer, never a missing account", (_what, answer) => {
    expect(() => readTikTokProfile(answer, "nobody")).toThrow(
      expect.objectContaining({ kind: "bad_response" }),
    );
  });
});

describe("TikTok's matches", () => {
  const user_info = {
    uid: "1",
    unique_id: "luna.moves",
    nickname: "Luna",
    signature: "Dance",
    follower_count: 10,
    following_count: 0,
    aweme_count: 71,
    custom_verify: "Verified account",
    enterprise_verify_reason: "",
    avatar_medium: { url_list: ["https://p16.tiktokcdn.com/a.heic", "https://p16.tiktokcdn.com/a.jpeg"] },
  };

  it.each(["users", "user_list"])("are read from `%s`", (name) => {
    expect(readTikTokHits({ [name]: [{ user_info }] })).toEqual([
      {
        username: "luna.moves",
        full_name: "Luna",
        biography: "Dance",
        followers_count: 10,
        following_count: 0,
        posts_count: 71,
        profile_picture_url: "https://p16.tiktokcdn.com/a.jpeg",
        is_verified: true,
      },
    ]);
  });

  it("are verified only when a reason is given", () => {
    const users = [{ user_info: { ...user_info, custom_verify: "" } }];
    expect(readTikTokHits({ users })).toMatchObject([{ is_verified: false }]);
  });

  it("under a third name are reported as another format", () => {
    expect(() => readTikTokHits({ people: [] })).toThrow(expect.objectContaining({ kind: "bad_response" }));
  });
});

describe("a TikTok post", () => {
  const cover = (name: string) => ({ url_list: [`https://p16.tiktokcdn.com/${name}`] });
  const video = {
    aweme_id: "7470969622276164906",
    desc: "Night shift",
    url: "https://wrong.example",
    statistics: { digg_count: 321, play_count: 6_543 },
    video: {
      cover: cover("a.heic"),
      origin_cover: cover("b.heic"),
      dynamic_cover: cover("c.image?x-expires=1"),
    },
  };
  const postOf = (aweme: object) => readTikTokPosts({ aweme_list: [aweme] }, "luna").posts[0];

  it("that is a video has a link of our own making and the first cover that browsers can show", () => {
    expect(postOf({ ...video, video: { ...video.video, play_addr: cover("a.mp4") } })).toEqual({
      id: "7470969622276164906",
      permalink: "https://www.tiktok.com/@luna/video/7470969622276164906",
      imageUrl: "https://p16.tiktokcdn.com/c.image?x-expires=1",
      caption: "Night shift",
      videoUrl: "https://p16.tiktokcdn.com/a.mp4",
      isVideo: true,
      media_type: 2,
      likes: { lowest: 321, highest: 321 },
      views: { lowest: 6_543, highest: 6_543 },
    });
  });

  it("with only HEIC covers keeps one, for which pages show the placeholder", () => {
    const covers = { cover: cover("a.heic"), origin_cover: cover("b.heic") };
    expect(postOf({ ...video, video: covers })?.imageUrl).toBe("https://p16.tiktokcdn.com/a.heic");
    expect(postOf({ ...video, video: null })?.imageUrl).toBeNull();
  });

  it.each([
    [1, 1],
    [3, 8],
  ])("of %i pictures has media type %i and a picture's link", (count, mediaType) => {
    const images = Array.from({ length: count }, (_, index) => ({ thumbnail: cover(`${index}.webp`) }));
    expect(postOf({ ...video, video: undefined, image_post_info: { images } })).toMatchObject({
      permalink: "https://www.tiktok.com/@luna/photo/7470969622276164906",
      imageUrl: "https://p16.tiktokcdn.com/0.webp",
      videoUrl: null,
      isVideo: false,
      media_type: mediaType,
    });
  });

  it("whose id came as a number is left out, because its last digits are lost", () => {
    const { posts } = readTikTokPosts({ aweme_list: [{ ...video, aweme_id: 74_709 }, video] }, "luna");
    expect(posts).toHaveLength(1);
  });

  it("is followed by another page only while there is more", () => {
    const page = { aweme_list: [video], max_cursor: 1_738_435_195_000 };
    expect(readTikTokPosts({ ...page, has_more: 1 }, "luna").nextCursor).toBe("1738435195000");
    expect(readTikTokPosts({ ...page, has_more: 0 }, "luna").nextCursor).toBeNull();
    const none = { posts: [], nextCursor: null };
    expect(readTikTokPosts({ aweme_list: null, has_more: 1, max_cursor: 0 }, "luna")).toEqual(none);
  });
});
