import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { renderSVG } from "uqr";
import { arePasskeysOffered } from "@/app/_server/passkeys";
import { currentUser, type SignedInUser } from "@/app/_server/session";
import { getSite } from "@/app/_server/site";
import { passkeySignInAction } from "@/app/(account)/auth/actions";
import { DeskSignInForm } from "@/components/admin/desk-sign-in-form";
import { PasskeyButton } from "@/components/auth/passkey-button";
import { SecondFactorForm } from "@/components/auth/second-factor-form";
import { SetUpSecondFactor } from "@/components/auth/set-up-second-factor";
import { AccountFrame } from "@/components/layout/account-frame";
import { beginTotp } from "@/lib/auth/enroll-totp";
import { totpUri } from "@/lib/auth/totp";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { deskSignInAction, finishSetUpAction, openDeskAction } from "./actions";

export const metadata: Metadata = { title: "Admin sign-in", robots: { index: false, follow: false } };
export const dynamic = "force-dynamic";

/** The desk's door: email and password, then the second factor; the first time, setting that up. */
export default async function AdminAuthPage() {
  const user = await currentUser();
  const isAdmin = user?.roles.includes("admin") ?? false;
  if (isAdmin && user?.secondFactorAt) redirect("/admin");
  return (
    <AccountFrame site={await getSite()}>
      <div className="mx-auto flex w-full max-w-md flex-col gap-6">
        <h1 className="text-2xl font-semibold tracking-tight">Admin sign-in</h1>
        {user && isAdmin ? <SecondFactor user={user} /> : <DeskSignInForm action={deskSignInAction} />}
        {arePasskeysOffered() ? <PasskeyButton action={passkeySignInAction} next="/admin" /> : null}
      </div>
    </AccountFrame>
  );
}

async function SecondFactor({ user }: { user: SignedInUser }) {
  const db = getDb();
  const { totpConfirmedAt } = await db.user.findUniqueOrThrow({
    where: { id: user.id },
    select: { totpConfirmedAt: true },
  });
  if (totpConfirmedAt) return <SecondFactorForm action={openDeskAction} submitLabel="Open the desk" />;
  const { SHOP_SECRET, SHOP_NAME } = getEnv();
  const secret = await beginTotp(db, { userId: user.id, shopSecret: SHOP_SECRET });
  const qrSvg = renderSVG(totpUri(secret, user.email, SHOP_NAME), { border: 0 });
  return <SetUpSecondFactor qrSvg={qrSvg} secret={secret} action={finishSetUpAction} />;
}
