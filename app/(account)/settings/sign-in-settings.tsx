import {
  changeEmailAction,
  changePasswordAction,
  disconnectGoogleAction,
  sendPasswordLinkAction,
} from "./actions";
import { ownPassword, reauthenticationFields } from "./reauthentication-fields";
import { SettingsForm } from "./settings-form";
import { SettingsSection } from "./settings-section";

export function EmailSettings({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  return (
    <SettingsSection
      title="Email"
      detail={
        <>
          You sign in and get your receipts as <strong className="wrap-anywhere">{email}</strong>. We send a
          link to a new address to confirm it.
        </>
      }
    >
      <SettingsForm
        action={changeEmailAction}
        submitLabel="Change email"
        fields={[
          { name: "email", label: "New email", type: "email", autoComplete: "email" },
          ...reauthenticationFields(hasPassword),
        ]}
      />
    </SettingsSection>
  );
}

type PasswordSettingsProps = {
  hasPassword: boolean;
  /** This account's password requirements. */
  minLength: number;
};

/** The password; an account created with Google gets a link by mail to set one. */
export function PasswordSettings({ hasPassword, minLength }: PasswordSettingsProps) {
  return (
    <SettingsSection
      title="Password"
      detail={
        hasPassword
          ? "Changing it signs out all your other devices."
          : "You have no password yet. Set one to sign in with your email address, too."
      }
    >
      {hasPassword ? (
        <SettingsForm
          action={changePasswordAction}
          submitLabel="Change password"
          fields={[
            { ...ownPassword, label: "Current password" },
            { name: "newPassword", label: "New password", type: "password", use: "new", minLength },
            { name: "repeated", label: "Repeat the new password", type: "password", use: "repeated" },
          ]}
        />
      ) : (
        <SettingsForm action={sendPasswordLinkAction} submitLabel="Send me a link to set a password" />
      )}
    </SettingsSection>
  );
}

type GoogleSettingsProps = {
  email: string;
  hasPassword: boolean;
  isConnected: boolean;
  /** The button to connect Google; null when the shop has no Google sign-in. */
  connect: React.ReactNode;
};

/** Google sign-in. Hidden when neither shop nor account uses it. */
export function GoogleSettings({ email, hasPassword, isConnected, connect }: GoogleSettingsProps) {
  if (!isConnected && !connect) return null;
  return (
    <SettingsSection
      title="Google"
      detail={
        isConnected
          ? "You can sign in with your Google account."
          : "To connect Google, sign in with a Google account that has the same email address."
      }
    >
      {isConnected && hasPassword ? (
        <SettingsForm
          action={disconnectGoogleAction}
          submitLabel="Disconnect Google"
          fields={reauthenticationFields(true)}
          isRemovedBySuccess
        />
      ) : null}
      {isConnected && !hasPassword ? <p>Set a password above before you disconnect Google.</p> : null}
      {isConnected ? null : (
        <div className="flex flex-col gap-3">
          <p className="wrap-anywhere">Choose {email} when Google asks.</p>
          {connect}
        </div>
      )}
    </SettingsSection>
  );
}
