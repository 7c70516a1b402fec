import "server-only";
import { databaseNow, startStopwatch } from "@/lib/clock";
import { listRecentPurchases } from "@/lib/content/list-recent-purchases";
import type { SocialProofMessage } from "@/lib/content/social-proof-messages";
import { getDb } from "@/lib/db/client";
import { minute } from "@/lib/time";
import { shareOf } from "./shares";
import { getSite } from "./site";

const keptMs = 10 * minute;
let kept: { messages: Promise<SocialProofMessage[]>; age(): number } | undefined;

/** Real purchases for the popup, read at most every ten minutes per process; none unless the settings enable them. */
export async function getRecentPurchases(): Promise<SocialProofMessage[]> {
  if ((await getSite()).socialProofSource !== "orders") return [];
  if (!kept || kept.age() > keptMs) {
    const messages = shareOf("background").run(() => listRecentPurchases(getDb(), databaseNow()));
    kept = { messages, age: startStopwatch() };
    messages.catch(() => {
      kept = undefined;
    });
  }
  return kept.messages;
}
