import { revalidationKey } from "@/app/_server/http/revalidation-key";
import { revalidatePages } from "@/app/_server/revalidate-pages";
import { isSameSecret } from "@/lib/ids";

/**
 * Called by this process itself when the catalogue or a setting has changed, and when a page changes because
 * time has passed. Answers with the milliseconds until the next such change.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isSameSecret(request.headers.get("x-revalidation-key") ?? "", revalidationKey()))
    return new Response(null, { status: 404 });
  return Response.json({ changesInMs: await revalidatePages() });
}
