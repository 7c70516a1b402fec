import { errorResponse } from "@/app/_server/error-response";
import { currentAdmin } from "@/app/_server/session";
import { searchFor, searchSchema } from "../search-request";

/** What the search palette shows for `?q=`: 200 `{groups}`. */
export async function GET(request: Request): Promise<Response> {
  try {
    const admin = await currentAdmin("overview");
    const { q } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json({ groups: await searchFor(admin, q) }, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    return errorResponse(error, "admin-search");
  }
}
