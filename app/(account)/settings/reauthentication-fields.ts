import type { SettingsField } from "./settings-form";

export const ownPassword: SettingsField = { name: "password", label: "Your password", type: "password" };

export const codeField: SettingsField = {
  name: "code",
  label: "Code",
  hint: "Six digits from your app, or a recovery code.",
  autoComplete: "one-time-code",
  maxLength: 40,
};

/** The password field for re-authentication; without a password a recent sign-in is enough. */
export function reauthenticationFields(hasPassword: boolean): SettingsField[] {
  return hasPassword ? [ownPassword] : [];
}
