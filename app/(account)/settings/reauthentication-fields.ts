import type { SettingsField } from "./settings-form";

export const ownPassword: SettingsField = { name: "password", label: "Your password", type: "password" };

/** The password field for re-authentication; without a password a recent sign-in is enough. */
export function reauthenticationFields(hasPassword: boolean): SettingsField[] {
  return hasPassword ? [ownPassword] : [];
}
