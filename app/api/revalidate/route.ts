import { revalidatePath } from "next/cache";
import { isOwnRevalidationKey } from "@/app/_server/revalidation-key";

/** Called by this process's own entry when the catalogue has changed: every prerendered page is made anew when next asked for. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnRevalidationKey(request.headers.get("x-revalidation-key")))
    return new Response(null, { status: 404 });
  revalidatePath("/", "layout");
  return new Response(null, { status: 204 });
}
