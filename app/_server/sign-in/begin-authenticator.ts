import "server-only";
import { renderSVG } from "uqr";
import { getSite } from "@/app/_server/site";
import type { AppSecret } from "@/components/auth/set-up-second-factor";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { beginTotp, totpUri } from "@/lib/people/auth/totp";

/**
 * The secret for the account's authenticator app with its QR code. `isNew` replaces an earlier one (`beginTotp`).
 * Errors: conflict once confirmed.
 */
export async function beginAuthenticator(
  { id, email }: { id: string; email: string },
  { isNew = false } = {},
): Promise<AppSecret> {
  const { name } = await getSite();
  const secret = await beginTotp(getDb(), { userId: id, shopSecret: getEnv().SHOP_SECRET, isNew });
  return { secret, qrSvg: renderSVG(totpUri(secret, email, name), { border: 2 }) };
}
