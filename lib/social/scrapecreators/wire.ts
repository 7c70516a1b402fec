import { z } from "zod";
import { storable } from "@/lib/storable-text";
import { ProviderError } from "../provider";
import type { CountedPost } from "../schema";

/** A text that may be missing; what is kept of it is cleaned and cut. */
export const wireText = (maxLength: number) =>
  z
    .string()
    .nullish()
    .catch(null)
    .transform((text) => storable(text ?? "", maxLength).trim());

/** A number from 0, or null where the vendor does not tell or tells nonsense. */
export const wireCount = z
  .number()
  .int()
  .nonnegative()
  .nullish()
  .catch(null)
  .transform((count) => count ?? null);

/** A yes that was really said. */
export const wireFlag = z
  .union([z.boolean(), z.number()])
  .nullish()
  .catch(null)
  .transform((flag) => flag === true || flag === 1);

/** The address of a picture or video, or null. */
export const wireUrl = z
  .string()
  .max(3_072)
  .regex(/^https?:\/\//)
  .nullish()
  .catch(null)
  .transform((url) => url ?? null);

/** TikTok's way of naming one picture in several formats. */
export const wireUrlList = z
  .object({ url_list: z.array(z.string()).catch([]) })
  .nullish()
  .catch(null)
  .transform((source) => (source?.url_list ?? []).flatMap((url) => wireUrl.parse(url) ?? []));

/** Where the next page begins; null when this one was the last. */
export const wireCursor = z
  .union([z.string().min(1), z.number().positive().transform(String)])
  .nullish()
  .catch(null)
  .transform((cursor) => cursor ?? null);

export type PostPage = { posts: CountedPost[]; nextCursor: string | null };

/**
 * The entries of a list that can be read. One odd entry is left out; a list of nothing but odd ones means that the
 * format has changed, and throws.
 */
export function readEntries<T>(entries: unknown[], read: (entry: unknown) => T | null): T[] {
  const readable = entries.flatMap((entry) => read(entry) ?? []);
  if (entries.length > 0 && readable.length === 0) throw unreadable("no entry of the list");
  return readable;
}

/** The answer came, but not in the format that was agreed. */
function unreadable(what: string): ProviderError {
  return new ProviderError("bad_response", `${what} could be read`);
}

/** Parses an answer; ProviderError when it has another shape. */
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

/** The first address that browsers can show; a HEIC one when there is nothing else, for the placeholder's sake. */
export function pickPicture(urls: (string | null | undefined)[]): string | null {
  const usable = urls.flatMap((url) => url ?? []);
  return usable.find((url) => !isHeic(url)) ?? usable[0] ?? null;
}
