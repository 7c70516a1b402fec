import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type SearchProps, textOf } from "@/app/_server/page-props";
import { currentUser, type SignedInUser } from "@/app/_server/session";
import { beginAuthenticator } from "@/app/_server/sign-in/begin-authenticator";
import { arePasskeysOffered } from "@/app/_server/sign-in/passkeys";
import { getSite } from "@/app/_server/site";
import { passkeySignInAction } from "@/app/(account)/auth/actions";
import { AdminSignInForm } from "@/app/admin-auth/admin-sign-in-form";
import { PasskeyButton } from "@/components/auth/passkey-button";
import { SecondFactorForm } from "@/components/auth/second-factor-form";
import { SetUpSecondFactor } from "@/components/auth/set-up-second-factor";
import { PageFrame } from "@/components/layout/page-frame";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { minute } from "@/lib/base/time/time";
import { adminPath } from "@/lib/people/auth/safe-path";
import { finishSetUpAction, openAdminAction } from "./actions";

export const metadata: Metadata = { title: "Admin sign-in", robots: { index: false, follow: false } };
export const dynamic = "force-dynamic";

/**
 * The administrators' sign-in: email and password, then the second factor, which the first sign-in sets up. It ends at
 * the admin page that the address names.
 */
export default async function AdminAuthPage({ searchParams }: SearchProps) {
  const next = adminPath(textOf((await searchParams).next));
  const user = await currentUser();
  const admin = user?.roles.includes("admin") ? user : null;
  const confirmedAt = admin && (await confirmedTotpAt(admin));
  const hasJustSetUp = admin !== null && isJustSetUp(admin, confirmedAt);
  if (admin?.secondFactorAt && !hasJustSetUp) redirect(next);
  return (
    <PageFrame site={await getSite()}>
      <div className="mx-auto flex w-full max-w-md flex-col gap-6">
        <h1 className="text-2xl font-semibold tracking-tight">Admin sign-in</h1>
        {admin ? (
          await secondFactor(admin, { confirmedAt, hasJustSetUp, next })
        ) : (
          <AdminSignInForm next={next} />
        )}
        {!hasJustSetUp && (await arePasskeysOffered()) ? (
          <PasskeyButton action={passkeySignInAction} next={next} />
        ) : null}
      </div>
    </PageFrame>
  );
}

async function confirmedTotpAt({ id }: SignedInUser): Promise<Date | null> {
  const user = await getDb().user.findUniqueOrThrow({ where: { id }, select: { totpConfirmedAt: true } });
  return user.totpConfirmedAt;
}

const codesShownMs = 10 * minute;

/** True in the session that has just set up the second factor: the page must keep showing the recovery codes. */
function isJustSetUp({ secondFactorAt }: SignedInUser, confirmedAt: Date | null): boolean {
  if (!confirmedAt || secondFactorAt?.getTime() !== confirmedAt.getTime()) return false;
  return databaseNow().getTime() - confirmedAt.getTime() < codesShownMs;
}

type SignInState = { confirmedAt: Date | null; hasJustSetUp: boolean; next: string };

async function secondFactor(user: SignedInUser, { confirmedAt, hasJustSetUp, next }: SignInState) {
  if (confirmedAt && !hasJustSetUp)
    return <SecondFactorForm action={openAdminAction} submitLabel="Open the admin pages" next={next} />;
  const app = hasJustSetUp ? null : await beginAuthenticator(user);
  return <SetUpSecondFactor app={app} action={finishSetUpAction} next={next} />;
}
