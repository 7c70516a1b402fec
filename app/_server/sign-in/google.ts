import "server-only";
import { cookies } from "next/headers";
import NextAuth, { customFetch, type NextAuthConfig, type Profile } from "next-auth";
import Google from "next-auth/providers/google";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { AppError, type ErrorCode, forbidden } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";
import { storable } from "@/lib/base/text/storable-text";
import { databaseNow } from "@/lib/base/time/clock";
import { minute, second } from "@/lib/base/time/time";
import { emailSchema } from "@/lib/mail/address/address";
import { googleCookies } from "@/lib/people/auth/google-cookies";
import { safePath } from "@/lib/people/auth/safe-path";
import {
  type Authenticated,
  sessionKey,
  sessionPayload,
  sessionSeconds,
} from "@/lib/people/auth/session-token";
import { type GoogleIdentity, signInWithGoogle } from "@/lib/people/customers/sign-in-with-google";
import { currentUser } from "../session";
import { openNewSession } from "./begin-session";
import { awaitSecondFactor } from "./finish-sign-in";

/** Logs why a sign-in failed. Anyone can open the return address without one, so they are counted. */
const logFailure = openCountedLog<Error>(minute, (times, last) => {
  // An `err` of the cause is what went wrong, and an `error` Google's own code.
  const cause: { err?: unknown; error?: unknown } = Object(last.cause);
  const details = { cause: String(cause.err ?? last.cause ?? ""), code: cause.error, times };
  logger.warn({ err: String(last), ...details }, "Google Sign-In Failed");
});

/** True when the shop has a Google client; without one, the button is not shown. */
export function isGoogleOffered(): boolean {
  return getEnv().GOOGLE_CLIENT_ID !== undefined;
}

/**
 * next-auth does the round trip to Google (state, PKCE, nonce, the id token's claims). It ends in the same session as a
 * password: the same cookie, claims and row of user_sessions. The id token's signature is not checked: the token comes
 * from Google itself over TLS, which OpenID Connect accepts in its place (Core 1.0, 3.1.3.7).
 */
const { handlers, signIn } = NextAuth(() => authConfig());

/**
 * The Google address to redirect to; sets the cookies that verify the return. For server actions. Errors:
 * upstream_failed when Google does not answer, forbidden when the page was opened at an address other than SHOP_ORIGIN.
 */
export async function startGoogleSignIn(next: string): Promise<string> {
  const { SHOP_ORIGIN } = getEnv();
  const target: unknown = await signIn("google", { redirectTo: next, redirect: false }).catch((cause) => {
    throw noAnswer(cause);
  });
  const address = new URL(String(target));
  const returnAddress = address.searchParams.get("redirect_uri");
  // next-auth gives its error page's address when Google does not answer.
  if (returnAddress === null) throw noAnswer();
  // next-auth builds it from the request's headers.
  if (returnAddress !== `${SHOP_ORIGIN}/api/auth/callback/google`) {
    throw forbidden(`Please open ${SHOP_ORIGIN} to continue with Google.`);
  }
  return address.href;
}

function noAnswer(cause?: unknown): AppError {
  return new AppError("upstream_failed", { userMessage: "Google did not answer. Please try again.", cause });
}

/**
 * Handles the return from Google: redirects on, signed in; to the second factor; or to /auth with an error and the path
 * to go to after another try.
 */
export async function finishGoogleSignIn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // A NextRequest renames 127.0.0.1; next-auth needs only a plain Request.
  const own = new Request(new URL(`${pathname}${search}`, getEnv().SHOP_ORIGIN), {
    headers: request.headers,
  });
  const response = await (handlers.GET as (request: Request) => Promise<Response>)(own);
  const target = new URL(response.headers.get("location") ?? "", getEnv().SHOP_ORIGIN);
  if (target.pathname !== "/auth") return response;
  target.searchParams.set("next", await returnPath());
  const headers = new Headers(response.headers);
  headers.set("location", target.href);
  return new Response(null, { status: response.status, headers });
}

/** How long each of Google's answers may take: one at the start, two at the return. */
const answerMs = 10 * second;

function authConfig(): NextAuthConfig {
  const { SHOP_SECRET, APP_MODE, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = getEnv();
  const isLive = APP_MODE === "live";
  return {
    secret: sessionKey(SHOP_SECRET),
    trustHost: true,
    useSecureCookies: isLive,
    pages: { signIn: "/auth", error: "/auth" },
    session: { strategy: "jwt", maxAge: sessionSeconds },
    cookies: googleCookies(APP_MODE),
    providers: [
      Google({
        clientId: GOOGLE_CLIENT_ID,
        clientSecret: GOOGLE_CLIENT_SECRET,
        ...(GOOGLE_ISSUER && { issuer: GOOGLE_ISSUER }),
        // By default next-auth checks PKCE only.
        checks: ["pkce", "state", "nonce"],
        // The only method that the emulator knows; Google accepts it too.
        client: { token_endpoint_auth_method: "client_secret_post" },
        [customFetch]: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(answerMs) }),
      }),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => `${baseUrl}${safePath(pathOf(url, baseUrl))}`,
      signIn: ({ profile }) => admit(profile),
      jwt: async ({ token, profile }) => {
        if (!profile) return token;
        return sessionPayload(await openNewSession(await accountOf(profile)));
      },
    },
    logger: {
      error: logFailure,
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

async function accountOf(profile: Profile): Promise<Authenticated> {
  const visitor = await currentUser();
  return signInWithGoogle({ db: getDb(), now: databaseNow() }, identityOf(profile), visitor?.id ?? null);
}

function identityOf(profile: Profile): GoogleIdentity {
  const email = emailSchema.safeParse(profile.email);
  if (!profile.sub || !email.success)
    throw new AppError("upstream_failed", { detail: "Google's profile has no subject or no email" });
  const name = profile.name && storable(profile.name.trim(), 80);
  return {
    subject: profile.sub,
    email: email.data,
    isEmailVerified: profile.email_verified === true,
    hostedDomain: typeof profile.hd === "string" && profile.hd !== "" ? profile.hd : null,
    name: name || null,
  };
}

/**
 * True when the sign-in may finish; otherwise the path to redirect to, for the second factor or with the reason of
 * refusal.
 */
async function admit(profile: Profile | undefined): Promise<string | true> {
  if (!profile) return "/auth?error=Google";
  try {
    return (await awaitSecondFactor(await accountOf(profile), await returnPath())) ?? true;
  } catch (error) {
    const reason = error instanceof AppError && refusals[error.code];
    if (!reason) throw error;
    return `/auth?error=${reason}`;
  }
}

/** Why an account was refused, for the page. */
const refusals: Partial<Record<ErrorCode, string>> = {
  forbidden: "GoogleNotVerified",
  unauthorized: "GoogleNotHosted",
  conflict: "GoogleOther",
  reauthentication_needed: "GoogleAdmin",
};

/** The path to continue to after signing in: next-auth keeps it in a cookie during the round trip. */
async function returnPath(): Promise<string> {
  const { APP_MODE, SHOP_ORIGIN } = getEnv();
  const { name } = googleCookies(APP_MODE).callbackUrl;
  return safePath(pathOf((await cookies()).get(name)?.value ?? "", SHOP_ORIGIN));
}

/** The path of an address of the shop; null for any other. */
function pathOf(url: string, baseUrl: string): string | null {
  if (url.startsWith("/")) return url;
  return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : null;
}
