import { errorResponse } from "@/app/_server/error-response";
import { picturePolicy } from "@/app/_server/http/content-policy";
import { getDb } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { findLogo } from "@/lib/shop/settings/save-settings";

/** The shop's logo. The address is the hash of its bytes, so browsers keep it. */
export async function GET(_request: Request, { params }: { params: Promise<{ hash: string }> }) {
  try {
    const { hash } = await params;
    const logo = /^[0-9a-f]{64}$/.test(hash) ? await findLogo(getDb(), hash) : null;
    if (!logo) throw new AppError("not_found");
    return new Response(Buffer.from(logo.bytes), {
      headers: {
        "Content-Type": logo.type,
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": picturePolicy,
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
  } catch (error) {
    return errorResponse(error, "logo");
  }
}
