import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type SearchParams, type SearchProps, textOf } from "@/app/_server/page-props";
import { currentUser } from "@/app/_server/session";
import { isGoogleOffered } from "@/app/_server/sign-in/google";
import { arePasskeysOffered } from "@/app/_server/sign-in/passkeys";
import { AuthPanel } from "@/app/(account)/auth/auth-panel";
import { GoogleRefused } from "@/app/(account)/auth/google-refused";
import { LinkNotice, type LinkNoticeKind } from "@/app/(account)/auth/link-notice";
import { GoogleSignIn } from "@/app/(account)/google-sign-in";
import { PasskeyButton } from "@/components/auth/passkey-button";
import { Alert } from "@/components/ui/alert";
import { safePath } from "@/lib/people/auth/safe-path";
import { passkeySignInAction } from "./actions";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };
export const dynamic = "force-dynamic";

/** Sign in and sign up, with Google or with email and password. */
export default async function AuthPage({ searchParams }: SearchProps) {
  const params = await searchParams;
  const word = (name: string) => textOf(params[name]);
  const next = safePath(word("next") || word("callbackUrl"));
  if (await currentUser()) redirect(next);
  const email = word("email").slice(0, 254);
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl font-semibold tracking-tight">Welcome</h1>
      {next.startsWith("/admin") ? <Alert title="Please log in to access the admin dashboard." /> : null}
      <LinkNotice known={noticeOf(params)} />
      {word("error") ? <GoogleRefused code={word("error")} /> : null}
      {isGoogleOffered() ? <GoogleSignIn next={next} /> : null}
      {(await arePasskeysOffered()) ? <PasskeyButton action={passkeySignInAction} next={next} /> : null}
      <AuthPanel
        initial={word("tab") === "sign-up" ? "sign-up" : "sign-in"}
        addresses={{ "sign-in": tabAddress("sign-in", next), "sign-up": tabAddress("sign-up", next) }}
        next={next}
        email={email}
      />
    </div>
  );
}

function tabAddress(tab: string, next: string): string {
  return `/auth?${new URLSearchParams({ tab, next })}`;
}

function noticeOf(params: SearchParams): LinkNoticeKind | null {
  if (params.verified === "1") return "verified";
  return params.reset === "1" ? "reset" : null;
}
