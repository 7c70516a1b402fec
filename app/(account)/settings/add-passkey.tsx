"use client";

import { createPasskey, hasPasskeys } from "@/components/auth/browser-passkey";
import { awaitAction } from "@/components/forms/await-action";
import { formOf } from "@/components/forms/use-sent-form";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { codeField, reauthenticationFields } from "./reauthentication-fields";
import { type SettingsAction, SettingsForm } from "./settings-form";
import { addPasskeyAction, beginPasskeyAction } from "./sign-in-actions";

type AddPasskeyProps = { hasPassword: boolean; hasSecondFactor: boolean };

/** Adds a passkey: asks for its name, the password and any second factor, then the browser creates it. */
export function AddPasskey({ hasPassword, hasSecondFactor }: AddPasskeyProps) {
  if (useIsHydrated() && !hasPasskeys()) {
    return <p>This browser has no passkeys. Open this page in another one, or on your phone, to add one.</p>;
  }
  return (
    <SettingsForm
      action={addPasskey}
      submitLabel="Add a passkey"
      isScriptOnly
      fields={[
        {
          name: "name",
          label: "Name of the new passkey",
          hint: "So that you recognise it later: my phone, work laptop.",
          autoComplete: "off",
          maxLength: 60,
        },
        ...reauthenticationFields(hasPassword),
        ...(hasSecondFactor ? [codeField] : []),
      ]}
    />
  );
}

const addPasskey: SettingsAction = async (previous, form) => {
  const begun = await awaitAction(beginPasskeyAction(null, form));
  if (!begun.ok) return begun;
  const made = await createPasskey(begun.data);
  if (!made.ok) return made;
  const name = String(form.get("name") ?? "");
  return addPasskeyAction(previous, formOf({ name, response: made.data }));
};
