import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findPendingSignIn } from "@/app/_server/sign-in/finish-sign-in";
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
        Lost your app and your recovery codes?{" "}
        <a href="/contact" className="font-medium text-foreground underline underline-offset-4">
          Write to us
        </a>{" "}
        from your account&apos;s email address.
      </p>
      <a
        href="/auth"
        className="inline-flex min-h-11 items-center self-center text-sm font-medium underline underline-offset-4"
      >
        Sign in to another account
      </a>
    </div>
  );
}
