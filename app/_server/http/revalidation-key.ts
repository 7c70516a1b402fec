import { timingSafeEqual } from "node:crypto";
import { newToken } from "@/lib/ids";
import { processWide } from "@/lib/process-wide";

/** The key with which this process asks itself to revalidate pages; it never leaves the process. */
export function revalidationKey(): string {
  return processWide("revalidation-key", newToken);
}

/** True when a key that a request brings is this process's own; its time does not reveal how much of it is right. */
export function isSameKey(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
}
