import { shareOf } from "@/app/_server/shares";
import { getSite } from "@/app/_server/site";
import { databaseNow, startStopwatch } from "@/lib/clock";
import { listRecentPurchases } from "@/lib/content/list-recent-purchases";
import type { SocialProofMessage } from "@/lib/content/social-proof-messages";
import { getDb } from "@/lib/db/client";
import { minute } from "@/lib/time";

export const dynamic = "force-dynamic";

/** `{messages}`: the popup's messages when they come from real orders. The same for all visitors. */
export async function GET(): Promise<Response> {
  try {
    const messages = await getRecentPurchases();
    return Response.json({ messages }, { headers: { "Cache-Control": "public, max-age=60" } });
  } catch {
    // Without a database the popup is not shown.
    return Response.json({ messages: [] }, { headers: { "Cache-Control": "no-store" } });
  }
}

const keptMs = 10 * minute;
let kept: { messages: Promise<SocialProofMessage[]>; age(): number } | undefined;

/** Real purchases for the popup, read at most every ten minutes per process; none unless the settings enable them. */
async function getRecentPurchases(): Promise<SocialProofMessage[]> {
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
