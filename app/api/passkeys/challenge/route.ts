import { clientAddress } from "@/app/_server/caller";
import { errorResponse } from "@/app/_server/error-response";
import { requireOwnOrigin } from "@/app/_server/http/own-origin";
import { challengeBrowser } from "@/app/_server/sign-in/passkeys";
import { getConnection } from "@/lib/base/db/client";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";

/**
 * The challenge for signing in with a passkey: 200 with WebAuthn's request options, which name no account, and a cookie
 * that ties them to this browser. 409 if the shop's address supports no passkeys.
 */
export async function POST(request: Request): Promise<Response> {
  const headers = new Headers({ "Cache-Control": "no-store" });
  try {
    requireOwnOrigin(request);
    await consumeRateLimit(getConnection().pool, "passkeyChallenge", addressKey(clientAddress(request)));
    return Response.json(await challengeBrowser(), { headers });
  } catch (error) {
    return errorResponse(error, "passkeys/challenge", headers);
  }
}
