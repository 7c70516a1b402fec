import type { Account } from "./account";
import { avatarUrl, filmUrl, pictureUrl } from "./picture-url";
import { instagramMediaId, postsOf, type SocialPost } from "./posts";
import { accountId } from "./traits";

const timelineEdges = 12;

/** `data.user` of `/v1/instagram/profile`. As the vendor's, `media_count` is null and the timeline has the count. */
export function instagramUser(account: Account, origin: string, isTrimmed: boolean): object {
  const posts = account.quirk === "private" ? [] : postsOf(account).slice(0, timelineEdges);
  return {
    id: accountId(account),
    username: account.handle,
    full_name: account.name,
    biography: account.bio,
    is_private: account.quirk === "private",
    is_verified: account.isVerified,
    profile_pic_url: avatarUrl(origin, account),
    profile_pic_url_hd: avatarUrl(origin, account),
    edge_followed_by: { count: account.followers },
    ...(account.quirk === "no-counts" ? {} : { edge_follow: { count: account.following } }),
    media_count: null,
    edge_owner_to_timeline_media: {
      count: account.posts,
      edges: isTrimmed ? [] : posts.map((post) => ({ node: timelineNode(account, post, origin) })),
    },
  };
}

/** An entry of `/v1/instagram/search`, without counts, biography and privacy. */
export function instagramHit(account: Account, origin: string, position: number): object {
  return {
    position,
    id: accountId(account),
    username: account.handle,
    full_name: account.name,
    is_verified: account.isVerified,
    profile_pic_url: avatarUrl(origin, account),
  };
}

/** An entry of `/v1/instagram/search/profiles`, which comes from a web search and has the counts. */
export function instagramProfileHit(account: Account, origin: string): object {
  return {
    id: accountId(account),
    username: account.handle,
    full_name: account.name,
    biography: account.bio,
    is_private: account.quirk === "private",
    is_verified: account.isVerified,
    profile_pic_url: avatarUrl(origin, account),
    follower_count: account.followers,
    following_count: account.following,
    media_count: account.posts,
    url: `https://www.instagram.com/${account.handle}/`,
    matched_from: "search",
  };
}

/** An item of `/v2/instagram/user/posts`; trimmed, without videos. */
export function instagramMedia(
  account: Account,
  post: SocialPost,
  origin: string,
  isTrimmed: boolean,
): object {
  const isVideo = post.kind === "video";
  const cover = pictureUrl(origin, account, "post", post.pictures[0]);
  return {
    id: instagramMediaId(account, post),
    pk: post.id,
    code: post.code,
    media_type: { photo: 1, video: 2, carousel: 8 }[post.kind],
    product_type: { photo: "feed", video: "clips", carousel: "carousel_container" }[post.kind],
    taken_at: post.takenAtS,
    caption: post.caption === null ? null : { text: post.caption },
    display_uri: cover,
    ...(post.kind === "carousel" ? {} : { image_versions2: imageVersions(cover) }),
    ...(isVideo && !isTrimmed ? { video_versions: filmVersions(origin, post) } : {}),
    ...(post.kind === "carousel" ? { carousel_media: carouselMedia(account, post, origin) } : {}),
    like_count: post.likes,
    like_and_view_counts_disabled: post.areCountsHidden,
    ...(isVideo ? { play_count: post.plays, video_duration: post.durationMs / 1000 } : {}),
    url: `https://www.instagram.com/p/${post.code}/`,
  };
}

/** The media of an item of `/v1/instagram/user/reels`, which often has no caption. */
export function instagramReel(account: Account, post: SocialPost, origin: string): object {
  return {
    pk: post.id,
    id: instagramMediaId(account, post),
    code: post.code,
    media_type: 2,
    product_type: "clips",
    taken_at: post.takenAtS,
    caption: null,
    play_count: post.plays,
    like_count: post.likes,
    like_and_view_counts_disabled: post.areCountsHidden,
    image_versions2: imageVersions(pictureUrl(origin, account, "post", post.pictures[0])),
    video_versions: filmVersions(origin, post),
  };
}

function timelineNode(account: Account, post: SocialPost, origin: string): object {
  const cover = pictureUrl(origin, account, "post", post.pictures[0]);
  const isVideo = post.kind === "video";
  return {
    id: post.id,
    shortcode: post.code,
    display_url: cover,
    thumbnail_src: cover,
    is_video: isVideo,
    ...(isVideo ? { video_url: filmUrl(origin, post.pictures[0]), product_type: "clips" } : {}),
    taken_at_timestamp: post.takenAtS,
    __typename: { photo: "XDTGraphImage", video: "XDTGraphVideo", carousel: "XDTGraphSidecar" }[post.kind],
    edge_media_to_caption: { edges: post.caption === null ? [] : [{ node: { text: post.caption } }] },
  };
}

function imageVersions(url: string): object {
  return { candidates: [{ url, width: 480, height: 600 }] };
}

function filmVersions(origin: string, post: SocialPost): object[] {
  return [{ url: filmUrl(origin, post.pictures[0]), width: 480, height: 852 }];
}

function carouselMedia(account: Account, post: SocialPost, origin: string): object[] {
  return post.pictures.map((seed) => ({
    media_type: 1,
    image_versions2: imageVersions(pictureUrl(origin, account, "post", seed)),
  }));
}
