import { getRecentPurchases } from "@/app/_server/recent-purchases";

export const dynamic = "force-dynamic";

/** `{messages}`: what the popup shows while its source is real orders. The same for everybody. */
export async function GET(): Promise<Response> {
  try {
    const messages = await getRecentPurchases();
    return Response.json({ messages }, { headers: { "Cache-Control": "public, max-age=60" } });
  } catch {
    // A popup is not worth an error: without a database it stays away.
    return Response.json({ messages: [] }, { headers: { "Cache-Control": "no-store" } });
  }
}
