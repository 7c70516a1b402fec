import type { Metadata } from "next";
import { findLinkProblem } from "@/app/_server/find-link-problem";
import { VerifyEmail } from "@/components/auth/verify-email";
import { renewVerificationAction, verifyEmailAction } from "../actions";

export const metadata: Metadata = {
  title: "Verify your email",
  robots: { index: false, follow: false },
  referrer: "same-origin",
};
export const dynamic = "force-dynamic";

type VerifyPageProps = { searchParams: Promise<{ token?: string | string[] }> };

/** Where a verification link leads. Looking at it uses nothing up: mail scanners look too. The button does it. */
export default async function VerifyPage({ searchParams }: VerifyPageProps) {
  const { token } = await searchParams;
  const value = typeof token === "string" ? token : "";
  return (
    <VerifyEmail
      token={value}
      problem={await findLinkProblem("verify_email", value)}
      verify={verifyEmailAction}
      renew={renewVerificationAction}
    />
  );
}
