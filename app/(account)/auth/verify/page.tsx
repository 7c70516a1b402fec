import { cookies } from "next/headers";
import { type SearchProps, textOf } from "@/app/_server/page-props";
import { readLink } from "@/app/_server/read-link";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { VerifyEmail, type VerifyWay } from "@/app/(account)/auth/verify-email";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { databaseNow } from "@/lib/base/time/clock";
import { signUpCookieName } from "@/lib/people/auth/session-cookies";
import { type EmailLink, findEmailToken } from "@/lib/people/customers/email-token";
import { isOwnSignUp } from "@/lib/people/customers/verify-email";

export const metadata = secretLinkMetadata("Verify your email");
export const dynamic = "force-dynamic";

/**
 * The target of a verification link. Opening it changes nothing, because mail scanners open it too. In the browser
 * that signed up it continues automatically; elsewhere it asks for a password.
 */
export default async function VerifyPage({ searchParams }: SearchProps) {
  const params = await searchParams;
  const token = textOf(params.token);
  const link = await readLink(findEmailToken(getDb(), "verify_email", token, databaseNow()));
  const browser = (await cookies()).get(signUpCookieName(getEnv().APP_MODE))?.value ?? null;
  return (
    <VerifyEmail
      token={token}
      way={wayOf(link.ok ? link.data : null, browser, params.new === "1")}
      hasPassword={link.ok && link.data.passwordHash !== null}
      problem={link.ok ? null : link.error}
    />
  );
}

/** Retention erases the password of an old sign-up; a link that is renewed after that needs a new one. */
function wayOf(link: EmailLink | null, browser: string | null, isNew: boolean): VerifyWay {
  if (link && isOwnSignUp(link, browser)) return "own-browser";
  return isNew || link?.passwordHash === null ? "new-password" : "chosen-password";
}
