import { cacheFor } from "@/app/_server/cache-for";
import { concurrencyLimit } from "@/app/_server/concurrency";
import { getSite } from "@/app/_server/site";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { minute } from "@/lib/base/time/time";
import { listRecentPurchases } from "@/lib/orders/views/list-recent-purchases";

export const dynamic = "force-dynamic";

/** `{messages}`: the popup's messages when they come from real orders. The same for all visitors. */
export async function GET(): Promise<Response> {
  try {
    const { socialProofSource } = await getSite();
    const messages = socialProofSource === "orders" ? await recentPurchases.get() : [];
    return Response.json({ messages }, { headers: { "Cache-Control": "public, max-age=60" } });
  } catch {
    // Without a database the popup is not shown.
    return Response.json({ messages: [] }, { headers: { "Cache-Control": "no-store" } });
  }
}

/** Real purchases for the popup, read at most every ten minutes per process. */
const recentPurchases = cacheFor(10 * minute, () =>
  concurrencyLimit("background").run(() => listRecentPurchases(getDb(), databaseNow())),
);
