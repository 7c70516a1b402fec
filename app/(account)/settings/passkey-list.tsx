import { LocalTime } from "@/components/orders/local-time";
import type { PasskeyRow } from "@/lib/customers/passkeys";
import { reauthenticationFields } from "./reauthentication-fields";
import { SettingsForm } from "./settings-form";
import { removePasskeyAction } from "./sign-in-actions";

type PasskeyListProps = { passkeys: PasskeyRow[]; hasPassword: boolean };

/** The account's passkeys, each with a button to remove it. */
export function PasskeyList({ passkeys, hasPassword }: PasskeyListProps) {
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
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium underline underline-offset-4">
              Remove<span className="sr-only"> {name}</span>
            </summary>
            <div className="pt-3">
              <SettingsForm
                action={removePasskeyAction}
                hidden={{ passkeyId: id }}
                submitLabel="Remove this passkey"
                variant="destructive"
                fields={reauthenticationFields(hasPassword)}
              />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
