import type { PasskeyRow } from "@/lib/customers/passkeys";
import { AddPasskey } from "./add-passkey";
import { PasskeyList } from "./passkey-list";
import { SecondFactorSettings } from "./second-factor-settings";
import { SettingsSection } from "./settings-section";

type SecuritySettingsProps = {
  hasPassword: boolean;
  passkeys: PasskeyRow[];
  /** False if the shop's host name does not allow passkeys. */
  arePasskeysOffered: boolean;
  secondFactor: Omit<React.ComponentProps<typeof SecondFactorSettings>, "hasPassword">;
};

/** Passkeys and two-step sign-in. */
export function SecuritySettings(props: SecuritySettingsProps) {
  const { hasPassword, passkeys, arePasskeysOffered, secondFactor } = props;
  return (
    <SettingsSection
      id="settings-security"
      title="Sign-in and security"
      detail={
        <>
          <p>A passkey signs you in with your fingerprint, your face or your device&apos;s PIN.</p>
          <p className="pt-3">
            Two-step sign-in asks for a code from an authenticator app after your password.
          </p>
        </>
      }
    >
      <h3 className="font-semibold">Passkeys</h3>
      <PasskeyList passkeys={passkeys} hasPassword={hasPassword} />
      {arePasskeysOffered ? (
        <AddPasskey hasPassword={hasPassword} hasSecondFactor={secondFactor.isOn} />
      ) : (
        <p className="text-sm text-muted-foreground">
          Browsers don't support passkeys on a numeric address like this shop&apos;s.
        </p>
      )}
      <h3 className="border-t border-border pt-6 font-semibold">Two-step sign-in</h3>
      <SecondFactorSettings {...secondFactor} hasPassword={hasPassword} />
    </SettingsSection>
  );
}
