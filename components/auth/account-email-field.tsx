import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type AccountEmailFieldProps = {
  initial: string;
  error: string | undefined;
  /** Where one signs in: a passkey may be picked in it, too. */
  isSignIn?: boolean;
};

/** The address of an account. It stays as it was typed when the form comes back. */
export function AccountEmailField({ initial, error, isSignIn = false }: AccountEmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <Input
        type="email"
        name="email"
        required
        inputMode="email"
        autoComplete={isSignIn ? "username webauthn" : "email"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={initial}
      />
    </Field>
  );
}
