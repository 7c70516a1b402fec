import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { platformLabels, platforms } from "@/lib/platforms";

type ProfileFieldsProps = { errors: Record<string, string>; typed: Record<string, string> };

/** Which profile a message is about. */
export function ProfileFields({ errors, typed }: ProfileFieldsProps) {
  return (
    <>
      <Field label="Platform" error={errors.platform}>
        <Select name="platform" defaultValue={typed.platform}>
          {platforms.map((platform) => (
            <option key={platform} value={platform}>
              {platformLabels[platform]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Username" error={errors.username}>
        <Input
          name="username"
          defaultValue={typed.username}
          required
          maxLength={300}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </>
  );
}
