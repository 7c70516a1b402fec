import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAccountHolder } from "@/app/_server/session";
import { isGoogleOffered } from "@/app/_server/sign-in/google";
import { arePasskeysOffered } from "@/app/_server/sign-in/passkeys";
import { GoogleRefused } from "@/app/(account)/auth/google-refused";
import { GoogleSignIn } from "@/app/(account)/google-sign-in";
import { reauthenticationFields } from "@/app/(account)/settings/reauthentication-fields";
import { RefreshVisitor } from "@/app/(account)/settings/refresh-visitor";
import { SecuritySettings } from "@/app/(account)/settings/security-settings";
import { SessionList } from "@/app/(account)/settings/session-list";
import { SettingsForm } from "@/app/(account)/settings/settings-form";
import { SettingsSection } from "@/app/(account)/settings/settings-section";
import { EmailSettings, GoogleSettings, PasswordSettings } from "@/app/(account)/settings/sign-in-settings";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button-variants";
import { getDb } from "@/lib/base/db/client";
import { minAdminPasswordLength, minPasswordLength } from "@/lib/people/auth/password-length";
import { deletionConfirmation } from "@/lib/people/customers/account-forms";
import { getAccount } from "@/lib/people/customers/find-customers";
import { listPasskeys } from "@/lib/people/customers/passkeys";
import { listSessions } from "@/lib/people/customers/sessions";
import { changeNameAction, deleteAccountAction, signOutEverywhereAction } from "./actions";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { title: "Settings", robots: { index: false } };

export default async function SettingsPage({ searchParams }: SearchProps) {
  const user = await requireAccountHolder("/settings");
  const isAdmin = user.roles.includes("admin");
  const [account, sessions, passkeys, { changed, error }] = await Promise.all([
    getAccount(getDb(), user.id),
    listSessions(getDb(), user.id, isAdmin),
    listPasskeys(getDb(), user.id),
    searchParams,
  ]);
  const { hasPassword, isGoogleConnected, hasSecondFactor, recoveryCodesLeft } = account;
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">Settings</h1>
      {changed === "email" ? (
        <Alert variant="success" title="Your email has been changed">
          <RefreshVisitor />
          <p className="wrap-anywhere">From now on you sign in as {user.email}.</p>
        </Alert>
      ) : null}
      {typeof error === "string" ? <GoogleRefused code={error} isSignedIn /> : null}
      <SettingsSection title="Name" detail="What we call you. You may leave it empty.">
        <SettingsForm
          action={changeNameAction}
          submitLabel="Save name"
          fields={[
            { name: "name", label: "Your name", autoComplete: "name", defaultValue: account.name ?? "" },
          ]}
        />
      </SettingsSection>
      <EmailSettings email={user.email} hasPassword={hasPassword} />
      <PasswordSettings
        hasPassword={hasPassword}
        minLength={isAdmin ? minAdminPasswordLength : minPasswordLength}
      />
      <GoogleSettings
        email={user.email}
        hasPassword={hasPassword}
        isConnected={isGoogleConnected}
        connect={isGoogleOffered() && !isAdmin ? <GoogleSignIn next="/settings" /> : null}
      />
      <SecuritySettings
        hasPassword={hasPassword}
        arePasskeysOffered={await arePasskeysOffered()}
        passkeys={passkeys}
        secondFactor={{
          isOn: hasSecondFactor,
          isRequired: isAdmin,
          recoveryCodesLeft,
        }}
      />
      <SettingsSection
        title="Devices"
        detail="Where you are signed in. If you don't recognise a device, sign it out and change your password."
      >
        <SessionList ownId={user.sessionId} sessions={sessions} />
        <SettingsForm action={signOutEverywhereAction} submitLabel="Sign out everywhere" />
      </SettingsSection>
      <SettingsSection
        title="Your data"
        detail="Everything we hold about you in one file: account, devices, orders, tickets and emails."
      >
        <a
          href="/settings/export"
          download
          className={`${buttonVariants({ variant: "outline" })} self-start`}
        >
          Download your data
        </a>
      </SettingsSection>
      <SettingsSection
        title="Delete account"
        detail="This can't be undone. The pages of your orders stop working. Records that tax law requires stay, without your name."
      >
        <SettingsForm
          action={deleteAccountAction}
          submitLabel="Delete account"
          variant="destructive"
          fields={[
            { name: "confirmation", label: `Type "${deletionConfirmation}"`, autoComplete: "off" },
            ...reauthenticationFields(hasPassword),
          ]}
        />
      </SettingsSection>
    </div>
  );
}
