import { describe, expect, it } from "vitest";
import {
  readInstagramHits,
  readInstagramPosts,
  readInstagramProfile,
  readInstagramReels,
} from "@/lib/delivery/social/scrapecreators/instagram";

const user = {
  id: "10",
  username: "Harbor.Light",
  full_name: "Harbor Light",
  biography: "Boats at dawn.",
  is_private: false,
  is_verified: true,
  profile_pic_url: "https://scontent.cdninstagram.com/s150.jpg",
  profile_pic_url_hd: "https://scontent.cdninstagram.com/s320.jpg",
  edge_followed_by: { count: 1_303 },
  edge_follow: { count: 110 },
  media_count: null,
  edge_owner_to_timeline_media: { count: 12, edges: [] },
};
const profileOf = (fields: object) =>
  readInstagramProfile({ success: true, data: { user: { ...user, ...fields } } }, "x");

describe("an Instagram profile", () => {
  it("is read field by field", () => {
    expect(profileOf({})).toEqual({
      exists: true,
      account_id: "10",
      username: "harbor.light",
      full_name: "Harbor Light",
      biography: "Boats at dawn.",
      followers_count: 1_303,
      followers: { lowest: 1_303, highest: 1_303 },
      following_count: 110,
      posts_count: 12,
      profile_picture_url: "https://scontent.cdninstagram.com/s320.jpg",
      is_private: false,
      is_verified: true,
    });
  });

  it("has no counts where the vendor names none", () => {
    const negative = { count: -1 };
    const fields = { edge_follow: undefined, edge_followed_by: null, edge_owner_to_timeline_media: negative };
    const counts = { following_count: null, followers_count: null, posts_count: null };
    expect(profileOf(fields)).toMatchObject(counts);
  });

  it.each<[object, string | null]>([
    [{ id: 2_700_692_569 }, "2700692569"],
    [{ id: undefined, pk: "2700692569" }, "2700692569"],
    [{ id: undefined }, null],
    [{ id: "none" }, null],
    // A number above 2^53 has lost its last digits.
    [{ id: 2 ** 60 }, null],
  ])("with %o has the account id %s", (fields, id) => {
    expect(profileOf(fields)).toMatchObject({ account_id: id });
  });

  it("survives missing texts and pictures", () => {
    const fields = { full_name: null, biography: undefined, profile_pic_url: "", profile_pic_url_hd: null };
    expect(profileOf(fields)).toMatchObject({ full_name: "", biography: "", profile_picture_url: null });
  });

  it("is cut to the lengths that may be stored", () => {
    const found = profileOf({ biography: `a\0b${"c".repeat(5_000)}`, full_name: "half \ud83d" });
    expect(found).toMatchObject({ biography: `ab${"c".repeat(998)}`, full_name: "half \ufffd" });
  });

  it.each([
    ["the vendor says so", null],
    ["there is a husk without a user", { success: true, data: { user: null } }],
    ["the user has no name", { success: true, data: { user: {} } }],
  ])("does not exist when %s", (_what, answer) => {
    expect(readInstagramProfile(answer, "nobody")).toEqual({ exists: false, username: "nobody" });
  });

  it.each([
    ["no data", { success: true }],
    ["a text for data", { data: "soon" }],
    ["data without a user", { data: {} }],
    ["a list of users", { data: { user: [user] } }],
    ["a number for a name", { data: { user: { username: 7 } } }],
  ])("with %s is an unreadable answer, never a missing account", (_what, answer) => {
    expect(() => readInstagramProfile(answer, "nobody")).toThrow(
      expect.objectContaining({ kind: "bad_response" }),
    );
  });
});

describe("Instagram's matches", () => {
  it("have no counts, and leave out invalid usernames", () => {
    const url = "https://a.cdninstagram.com/1.jpg";
    const wave = { username: "Wave", full_name: "Wave", is_verified: true, profile_pic_url: url };
    const users = [wave, { username: "not a name" }, { full_name: "Nameless" }];
    expect(readInstagramHits({ data: { users } })).toEqual([
      {
        username: "wave",
        full_name: "Wave",
        biography: "",
        followers_count: null,
        following_count: null,
        posts_count: null,
        profile_picture_url: url,
        is_verified: true,
      },
    ]);
  });

  it("may be none", () => {
    expect(readInstagramHits({ data: { users: [] } })).toEqual([]);
    expect(readInstagramHits(null)).toEqual([]);
  });

  it("of which none can be read are reported as another format", () => {
    expect(() => readInstagramHits({ data: { users: [{ name: "wave" }] } })).toThrow("no entry of the list");
  });
});

const reel = {
  like_count: 321,
  play_count: 6_543,
  id: "3644028144127958689_10",
  code: "DKSMEpKRd6h",
  media_type: 2,
  product_type: "clips",
  caption: { text: "First light" },
  display_uri: "https://a.cdninstagram.com/display.jpg",
  image_versions2: {
    candidates: [
      { url: "https://a.cdninstagram.com/1080.jpg", width: 1_080 },
      { url: "https://a.cdninstagram.com/240.jpg", width: 240 },
      { url: "https://a.cdninstagram.com/640.jpg", width: 640 },
    ],
  },
  video_versions: [{ url: "https://video.xx.fbcdn.net/a.mp4" }],
};

describe("an Instagram post", () => {
  const postOf = (item: object) => readInstagramPosts({ items: [item] }).posts[0];

  it("that is a reel has a reel's link, its video and a picture just large enough", () => {
    expect(postOf(reel)).toEqual({
      id: "DKSMEpKRd6h",
      permalink: "https://www.instagram.com/reel/DKSMEpKRd6h/",
      imageUrl: "https://a.cdninstagram.com/640.jpg",
      caption: "First light",
      videoUrl: "https://video.xx.fbcdn.net/a.mp4",
      isVideo: true,
      media_type: 2,
      likes: { lowest: 321, highest: 321 },
      views: { lowest: 6_543, highest: 6_543 },
    });
  });

  it("that is a picture has a post's link and no caption when there is none", () => {
    const picture = { ...reel, media_type: 1, product_type: "feed", caption: null, video_versions: null };
    expect(postOf(picture)).toMatchObject({
      permalink: "https://www.instagram.com/p/DKSMEpKRd6h/",
      caption: "",
      videoUrl: null,
      isVideo: false,
      media_type: 1,
    });
  });

  it("that is a carousel shows its first picture", () => {
    const candidates = [{ url: "https://a.cdninstagram.com/first.jpg", width: 640 }];
    const carousel_media = [{ image_versions2: { candidates } }, { image_versions2: { candidates } }];
    const carousel = { ...reel, media_type: 8, product_type: "carousel_container", image_versions2: null };
    expect(postOf({ ...carousel, carousel_media })).toMatchObject({
      imageUrl: "https://a.cdninstagram.com/first.jpg",
      isVideo: false,
      media_type: 8,
    });
  });

  it("prefers a picture that browsers can show, and falls back to the cover", () => {
    const heic = { candidates: [{ url: "https://a.cdninstagram.com/640.heic?x=1", width: 640 }] };
    expect(postOf({ ...reel, image_versions2: heic })?.imageUrl).toBe(
      "https://a.cdninstagram.com/display.jpg",
    );
    expect(postOf({ ...reel, image_versions2: null, display_uri: "" })?.imageUrl).toBeNull();
  });

  it.each([3, -1, 321])("whose owner hides its counts has none, though the vendor sends %i", (like_count) => {
    const hidden = { ...reel, like_count, like_and_view_counts_disabled: true };
    const none = { likes: null, views: null };
    expect(postOf(hidden)).toMatchObject(none);
    const { posts } = readInstagramReels({ items: [{ media: hidden }, hidden] });
    expect(posts).toMatchObject([none, none]);
  });

  it("whose owner shows its counts has them", () => {
    const shown = { ...reel, like_and_view_counts_disabled: false };
    expect(postOf(shown)).toMatchObject({ likes: { lowest: 321 }, views: { lowest: 6_543 } });
  });

  it("without a code is left out", () => {
    expect(readInstagramPosts({ items: [{ ...reel, code: "../x" }, reel] }).posts).toHaveLength(1);
  });
});

describe("a page of Instagram posts", () => {
  it("names the next one only while there is more", () => {
    const page = { items: [reel], next_max_id: "364_10" };
    expect(readInstagramPosts({ ...page, more_available: true }).nextCursor).toBe("364_10");
    expect(readInstagramPosts({ ...page, more_available: false }).nextCursor).toBeNull();
    expect(readInstagramReels({ items: [], max_id: "" }).nextCursor).toBeNull();
  });

  it("of reels is read with and without the wrapper", () => {
    const { product_type: _, media_type: __, ...bare } = reel;
    const { posts } = readInstagramReels({ items: [{ media: reel }, { ...bare, code: "trimmed" }] });
    expect(posts.map(({ permalink, isVideo }) => [permalink, isVideo])).toEqual([
      ["https://www.instagram.com/reel/DKSMEpKRd6h/", true],
      ["https://www.instagram.com/reel/trimmed/", true],
    ]);
  });

  it("of a missing or private account is empty", () => {
    expect(readInstagramPosts(null)).toEqual({ posts: [], nextCursor: null });
    expect(readInstagramReels(null)).toEqual({ posts: [], nextCursor: null });
  });
});
