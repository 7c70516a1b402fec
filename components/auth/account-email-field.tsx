import { Field } from "@/components/ui/field";
import { EmailInput } from "@/components/ui/input";

type AccountEmailFieldProps = {
  initial: string;
  error: string | undefined;
  /** Sign-in fields also offer passkeys. */
  isSignIn?: boolean;
};

/** An account's email field. It keeps its text when the form comes back with an error. */
export function AccountEmailField({ initial, error, isSignIn = false }: AccountEmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <EmailInput
        required
        autoComplete={isSignIn ? "username webauthn" : "email"}
        maxLength={254}
        defaultValue={initial}
      />
    </Field>
  );
}
