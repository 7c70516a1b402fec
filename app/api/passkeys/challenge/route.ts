import { clientAddress } from "@/app/_server/caller";
import { errorResponse } from "@/app/_server/error-response";
import { requireOwnOrigin } from "@/app/_server/own-origin";
import { challengeBrowser } from "@/app/_server/passkeys";
import { getConnection } from "@/lib/db/client";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";

/**
 * What a passkey is to sign so that this browser signs in: 200 with WebAuthn's request options, the same for everybody,
 * and a cookie that ties them to the browser. 409 where the shop's address can have no passkeys.
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
