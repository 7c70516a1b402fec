import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type AccountEmailFieldProps = { initial: string; error: string | undefined };

/** The address of an account. It stays as it was typed when the form comes back. */
export function AccountEmailField({ initial, error }: AccountEmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <Input
        type="email"
        name="email"
        required
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={initial}
      />
    </Field>
  );
}
