import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findPendingSignIn } from "@/app/_server/sign-in/finish-sign-in";
import { LineLink, TextLink } from "@/components/auth/form-parts";
import { SecondFactorForm } from "@/components/auth/second-factor-form";
import { secondFactorAction } from "../actions";

export const metadata: Metadata = { title: "Enter your code", robots: { index: false, follow: false } };
export const dynamic = "force-dynamic";

/** The second step of signing in. Without a first step it redirects to sign in. */
export default async function SecondFactorPage() {
  if (!(await findPendingSignIn())) redirect("/auth");
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl font-semibold tracking-tight">Enter your code</h1>
      <p className="text-muted-foreground">
        One more step: your account needs a code from your authenticator app.
      </p>
      <SecondFactorForm action={secondFactorAction} submitLabel="Sign In" />
      <p className="text-sm text-muted-foreground">
        Lost your app and your recovery codes? <TextLink href="/contact">Write to us</TextLink> from your
        account&apos;s email address.
      </p>
      <LineLink href="/auth">Sign in to another account</LineLink>
    </div>
  );
}
