import { z } from "zod";
import { storable } from "@/lib/base/text/storable-text";
import { readCounter } from "@/lib/delivery/social/counter";
import { type ListPostsOptions, ProviderError } from "@/lib/delivery/social/provider";
import type { CountedPost, ProfileResult, SearchHit } from "@/lib/delivery/social/social-data";
import type { Answer, Ask } from "./client";

/** One platform at the vendor: its paths, how their answers are read, how its posts are listed, its pictures. */
export type PlatformApi = {
  profile: { path: string; read(answer: Answer, username: string): ProfileResult };
  search: { path: string; params?: Record<string, string>; read(answer: Answer): SearchHit[] };
  listPosts(
    ask: Ask,
    username: string,
    wanted: ListPostsOptions,
    deadline: AbortSignal,
  ): Promise<CountedPost[]>;
  pictures: {
    /** Their hosts, as seen in the vendor's answers; with a leading dot, all hosts under a domain. */
    hosts: readonly string[];
    /** What names a picture: signatures and delivery hosts rotate while the picture stays. */
    keyOf(url: URL): string;
    /** Of the placeholder of a missing one. */
    colors: { ground: string; mark: string };
  };
};

/** A field of the vendor's: null where it is missing or of another shape. */
export function wireField<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
}

/** A text that may be missing, made storable and cut. */
export const wireText = (maxLength: number) =>
  wireField(z.string()).transform((text) => storable(text ?? "", maxLength).trim());

/** A number from 0, or one written for people; null for a missing or invalid one. */
export const wireCount = wireField(z.unknown()).transform((value) => readCounter(value)?.lowest ?? null);

/**
 * Reads the count that a public counter proves; null where it is missing or unreadable. `isFloored`: as `readCounter`
 * has it.
 */
export const wireCounter = (options: { isFloored?: boolean } = {}) =>
  wireField(z.unknown()).transform((value) => readCounter(value, options));

/** An account's id; null for a missing one, or a number that has lost its last digits. */
export const wireAccountId = wireField(
  z.union([z.string().regex(/^\d{1,20}$/), z.number().int().positive().transform(String)]),
);

/** The name of an account among matches; one that no platform has makes the match unreadable. */
export const wireName = z
  .string()
  .regex(/^[\w.]{1,30}$/)
  .toLowerCase();

/** True only for true or 1. */
export const wireFlag = wireField(z.union([z.boolean(), z.number()])).transform(
  (flag) => flag === true || flag === 1,
);

/** The address of a picture or video, or null. */
export const wireUrl = wireField(
  z
    .string()
    .max(3_072)
    .regex(/^https?:\/\//),
);

/** TikTok's list of one picture's addresses, in several formats. */
export const wireUrlList = wireField(z.object({ url_list: z.array(z.string()).catch([]) })).transform(
  (source) => (source?.url_list ?? []).flatMap((url) => wireUrl.parse(url) ?? []),
);

/** The next page's cursor; null after the last page. */
export const wireCursor = wireField(z.union([z.string().min(1), z.number().positive().transform(String)]));

export type PostPage = { posts: CountedPost[]; nextCursor: string | null };

/** The most calls (and credits) for a list of posts. */
const maxPages = 2;

/** Follows cursors until there are enough distinct posts. */
export async function collectPosts(
  count: number,
  page: (cursor?: string) => Promise<PostPage>,
): Promise<CountedPost[]> {
  const posts = new Map<string, CountedPost>();
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages && posts.size < count; pages += 1) {
    const { posts: found, nextCursor } = await page(cursor);
    for (const post of found) if (!posts.has(post.id)) posts.set(post.id, post);
    if (found.length === 0 || nextCursor === null) break;
    cursor = nextCursor;
  }
  return [...posts.values()].slice(0, count);
}

/** The readable entries of a list. A list with none of them means that the format has changed, and throws. */
export function readEntries<T>(entries: unknown[], read: (entry: unknown) => T | null): T[] {
  const readable = entries.flatMap((entry) => read(entry) ?? []);
  if (entries.length > 0 && readable.length === 0)
    throw new ProviderError("bad_response", "no entry of the list could be read");
  return readable;
}

/** Parses an answer; throws ProviderError for another shape. */
export function readAnswer<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new ProviderError("bad_response", `the answer has another shape: ${fields}`);
}

/** Browsers do not show HEIC pictures. */
function isHeic(url: string): boolean {
  return /\.hei[cf](?:[?#]|$)/i.test(url);
}

/** The first address that browsers can show; a HEIC one when there is no other, which becomes a placeholder. */
export function pickPicture(urls: (string | null | undefined)[]): string | null {
  const usable = urls.flatMap((url) => url ?? []);
  return usable.find((url) => !isHeic(url)) ?? usable[0] ?? null;
}
