import type { PlatformView } from "@/lib/shop/catalog/platform-view";
import { type CallResult, callFunction } from "../call-function";
import type { SelectedPost } from "../purchase-details";
import { asList, asRecord, asText } from "../read-json";
import { type SelectionKind, selectionTexts } from "./selection-plan";

/** A post or reel as the grid shows it. */
export type ShownPost = {
  id: string;
  /** The post's URL on the platform. */
  url: string;
  /** An address of the shop's own image proxy, or null. */
  imageUrl: string | null;
  caption: string;
  isVideo: boolean;
};

/** The platform's function and its input. Two have one of their own, from before there were others. */
function callOf(platform: string, username: string, kind: SelectionKind): [name: string, body: object] {
  const asked = { username, kind: kind === "reel" ? "reels" : "all" };
  if (platform === "instagram") return ["get-instagram-posts", asked];
  return platform === "tiktok"
    ? ["get-tiktok-posts", { username, count: 20 }]
    : ["list-posts", { platform, ...asked }];
}

/** Instagram's `media_type` for a video. */
const videoType = 2;

/** The newest posts of an account, or only its reels and videos; none for a private or empty account. */
export function fetchPosts(
  { slug, words }: PlatformView,
  username: string,
  kind: SelectionKind,
  signal: AbortSignal,
): Promise<CallResult<ShownPost[]>> {
  return callFunction(...callOf(slug, username, kind), {
    read: (json) => readPosts(json, kind),
    fallbackMessage: selectionTexts(words[kind]).unreadable,
    signal,
  });
}

function readPosts(json: unknown, kind: SelectionKind): ShownPost[] | null {
  const answer = asRecord(json);
  if (answer?.success !== true || !Array.isArray(answer.posts)) return null;
  const posts = asList(answer.posts, readPost);
  return kind === "reel" ? posts.filter((post) => post.isVideo) : posts;
}

function readPost(value: unknown): ShownPost | null {
  const entry = asRecord(value);
  const id = asText(entry?.id);
  const url = asText(entry?.permalink);
  if (!entry || !id || !url) return null;
  return {
    id,
    url,
    imageUrl: asText(entry.imageUrl) || null,
    caption: asText(entry.caption).trim(),
    isVideo: entry.isVideo === true || entry.media_type === videoType,
  };
}

/** A post as stored with the purchase details. */
export function toSelectedPost(post: ShownPost, kind: SelectionKind, quantity: number): SelectedPost {
  return { id: post.id, kind, url: post.url, imageUrl: post.imageUrl, quantity };
}

/** The earlier choice, as far as the account still shows it, in its order and with current links and pictures. */
export function onlyShown(chosen: SelectedPost[], shown: ShownPost[], kind: SelectionKind): SelectedPost[] {
  const seen = new Set<string>();
  return chosen.flatMap((entry) => {
    const post = shown.find((candidate) => candidate.id === entry.id);
    if (!post || seen.has(post.id)) return [];
    seen.add(post.id);
    return [toSelectedPost(post, kind, entry.quantity)];
  });
}
