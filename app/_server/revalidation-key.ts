import { timingSafeEqual } from "node:crypto";
import { newToken } from "@/lib/ids";

// The server's entry and Next's route handlers are one process but two bundles: they meet on globalThis.
const holder: { shopRevalidationKey?: string } = globalThis as { shopRevalidationKey?: string };

/** Makes the key with which this process may ask itself for new pages; it never leaves the process. */
export function makeRevalidationKey(): string {
  const key = newToken();
  holder.shopRevalidationKey = key;
  return key;
}

/** True for the key that this very process made. */
export function isOwnRevalidationKey(given: string | null): boolean {
  const own = Buffer.from(holder.shopRevalidationKey ?? "");
  const other = Buffer.from(given ?? "");
  return own.length > 0 && own.length === other.length && timingSafeEqual(own, other);
}
