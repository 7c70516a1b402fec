import type { Account } from "./account";
import { avatarUrl, filmUrl, pictureUrl } from "./picture-url";
import type { SocialPost } from "./posts";
import { accountId } from "./traits";

/** `user`, `stats` and `itemList` of `/v1/tiktok/profile`, without a `data` object. */
export function tiktokProfile(account: Account, origin: string): object {
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
      secUid: secUid(account),
      avatarThumb: avatar,
      avatarMedium: avatar,
      avatarLarger: avatar,
    },
    stats: {
      followerCount: account.followers,
      ...(account.quirk === "no-counts" ? {} : counts),
      heartCount: account.followers * 23,
    },
    itemList: [],
  };
}

/** An entry of `/v1/tiktok/search/users`; trimmed, it is flat, without biography and verified mark. */
export function tiktokHit(account: Account, origin: string, isTrimmed: boolean): object {
  const user = {
    uid: accountId(account),
    unique_id: account.handle,
    nickname: account.name,
    follower_count: account.followers,
    following_count: account.following,
    aweme_count: account.posts,
    secret: account.quirk === "private" ? 1 : 0,
    avatar_medium: { url_list: [avatarUrl(origin, account)] },
  };
  if (isTrimmed) return user;
  return {
    user_info: {
      ...user,
      signature: account.bio,
      custom_verify: account.isVerified ? "Verified account" : "",
      enterprise_verify_reason: "",
    },
  };
}

/** An entry of `aweme_list`. `index` is its place among the account's posts. */
export function tiktokVideo(account: Account, post: SocialPost, index: number, origin: string): object {
  return {
    aweme_id: post.id,
    desc: post.caption ?? "",
    create_time: post.takenAtS,
    is_top: 0,
    share_url: `https://www.tiktok.com/@${account.handle}/video/${post.id}`,
    url: `https://www.tiktok.com/@${account.handle}/video/${post.id}`,
    statistics: { play_count: post.plays, digg_count: post.likes },
    video: { duration: post.kind === "video" ? post.durationMs : 0, ...covers(account, post, index, origin) },
    ...(post.kind === "video" ? {} : { image_post_info: { images: pictures(account, post, origin) } }),
    author: { unique_id: account.handle, secret: 0 },
  };
}

// Covers are mostly HEIC, with a usable picture among the later ones; every third post's cover is usable.
function covers(account: Account, post: SocialPost, index: number, origin: string): object {
  const seed = post.pictures[0];
  const usable = pictureUrl(origin, account, "post", seed);
  const heic = usable.replace(/\.png$/, ".heic");
  const isPlain = index % 3 === 0 && account.quirk !== "heic";
  return {
    cover: { url_list: [isPlain ? usable : heic] },
    origin_cover: { url_list: [isPlain ? usable : heic] },
    dynamic_cover: { url_list: [account.quirk === "heic" ? heic : usable] },
    ...(post.kind === "video" ? { play_addr: { url_list: [filmUrl(origin, seed)] } } : {}),
  };
}

function pictures(account: Account, post: SocialPost, origin: string): object[] {
  return post.pictures.map((seed) => {
    const url = pictureUrl(origin, account, "post", seed);
    return { thumbnail: { url_list: [account.quirk === "heic" ? url.replace(/\.png$/, ".heic") : url] } };
  });
}

function secUid(account: Account): string {
  return `MS4wLjABAAAA${Buffer.from(account.handle).toString("base64url")}`;
}
