import { isOwnRevalidationKey } from "@/app/_server/http/revalidation-key";
import { remakePages } from "@/app/_server/remake-pages";

/** Called by this process's own entry when the catalogue or a setting has changed. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnRevalidationKey(request.headers.get("x-revalidation-key")))
    return new Response(null, { status: 404 });
  await remakePages();
  return new Response(null, { status: 204 });
}
