import "server-only";
import { listRecentPurchases } from "@/lib/content/list-recent-purchases";
import type { SocialProofMessage } from "@/lib/content/social-proof-messages";
import { getDb } from "@/lib/db/client";
import { minute } from "@/lib/time";
import { getSite } from "./site";

const keptMs = 10 * minute;
let kept: { messages: Promise<SocialProofMessage[]>; at: number } | undefined;

/** The popup's real purchases, read at most every ten minutes by a process; none unless the settings ask for them. */
export async function getRecentPurchases(): Promise<SocialProofMessage[]> {
  if ((await getSite()).socialProofSource !== "orders") return [];
  const now = Date.now();
  if (!kept || now - kept.at > keptMs) {
    const messages = listRecentPurchases(getDb(), new Date(now));
    kept = { messages, at: now };
    messages.catch(() => {
      kept = undefined;
    });
  }
  return kept.messages;
}
