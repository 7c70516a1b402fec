import { newToken } from "@/lib/base/ids";
import { processWide } from "@/lib/base/process-wide";

/** The key with which this process asks itself to revalidate pages; it never leaves the process. */
export function revalidationKey(): string {
  return processWide("revalidation-key", newToken);
}

/** The part of the pages' content that every page shows: settings, and what headers, footers and descriptions name. */
export const everyPage = "*";

/** The parts that changed, and the milliseconds until pages change because time has passed; null when they don't. */
export type Revalidated = { changed: string[]; changesInMs: number | null };
