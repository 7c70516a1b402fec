import { errorResponse } from "@/app/_server/error-response";
import { getSite } from "@/app/_server/site";
import { databaseNow } from "@/lib/base/time/clock";
import { day } from "@/lib/base/time/time";

export const dynamic = "force-dynamic";

/**
 * RFC 9116 recommends less than a year. The file is generated on each request, so it never expires while the shop runs.
 */
const goodForMs = 180 * day;

/** Where to report a vulnerability of this shop: its support address. Errors: database_unavailable. */
export async function GET(): Promise<Response> {
  try {
    const { supportEmail, origin } = await getSite();
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${new Date(databaseNow().getTime() + goodForMs).toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    return new Response(`${lines.join("\n")}\n`, {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
    });
  } catch (error) {
    return errorResponse(error, "security.txt");
  }
}
