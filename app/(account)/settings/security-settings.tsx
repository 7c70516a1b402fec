import { LocalTime } from "@/components/orders/local-time";
import type { PasskeyRow } from "@/lib/people/customers/passkeys";
import { AddPasskey } from "./add-passkey";
import { reauthenticationFields } from "./reauthentication-fields";
import { SecondFactorSettings } from "./second-factor-settings";
import { SettingsForm } from "./settings-form";
import { Disclosure, SettingsSection } from "./settings-section";
import { removePasskeyAction } from "./sign-in-actions";

type SecuritySettingsProps = {
  hasPassword: boolean;
  passkeys: PasskeyRow[];
  /** False if the shop's host name does not allow passkeys. */
  arePasskeysOffered: boolean;
  secondFactor: Omit<React.ComponentProps<typeof SecondFactorSettings>, "hasPassword">;
};

export function SecuritySettings(props: SecuritySettingsProps) {
  const { hasPassword, passkeys, arePasskeysOffered, secondFactor } = props;
  return (
    <SettingsSection
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

type PasskeyListProps = { passkeys: PasskeyRow[]; hasPassword: boolean };

function PasskeyList({ passkeys, hasPassword }: PasskeyListProps) {
  if (passkeys.length === 0) return <p>You have no passkeys yet.</p>;
  return (
    <ul aria-label="Passkeys" className="flex flex-col divide-y divide-border">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
          <div className="flex flex-col gap-1">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-sm text-muted-foreground">
              {lastUsedAt ? (
                <>
                  Last used <LocalTime at={lastUsedAt} />
                </>
              ) : (
                "Not used yet"
              )}
            </p>
            <p className="text-sm text-muted-foreground">
              Added <LocalTime at={createdAt} />
            </p>
          </div>
          <Disclosure
            title={
              <>
                Remove<span className="sr-only"> {name}</span>
              </>
            }
          >
            <SettingsForm
              action={removePasskeyAction}
              hidden={{ passkeyId: id }}
              submitLabel="Remove this passkey"
              variant="destructive"
              fields={reauthenticationFields(hasPassword)}
              isRemovedBySuccess
            />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
