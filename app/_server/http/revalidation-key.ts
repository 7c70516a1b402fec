import { timingSafeEqual } from "node:crypto";
import { newToken } from "@/lib/ids";
import { processWide } from "@/lib/process-wide";

/** The key with which this process asks itself to revalidate pages; it never leaves the process. */
export function revalidationKey(): string {
  return processWide("revalidation-key", newToken);
}

/** True for this process's own key. */
export function isOwnRevalidationKey(given: string | null): boolean {
  const [own, other] = [Buffer.from(revalidationKey()), Buffer.from(given ?? "")];
  return own.length === other.length && timingSafeEqual(own, other);
}
