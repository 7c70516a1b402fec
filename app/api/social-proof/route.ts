import { getRecentPurchases } from "@/app/_server/recent-purchases";

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
