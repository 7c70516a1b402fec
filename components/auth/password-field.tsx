"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { minPasswordLength } from "@/lib/auth/password-strength";
import { PasswordMeter } from "./password-meter";

type PasswordFieldProps = {
  label?: string;
  name?: string;
  /** A new one shows how strong it is. */
  isNew?: boolean;
  error: string | undefined;
};

/** A password, which can be looked at. Managers and pasting are welcome. */
export function PasswordField({ label = "Password", name = "password", isNew, error }: PasswordFieldProps) {
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={isNew ? <PasswordMeter password={password} /> : undefined}>
      <div className="relative">
        <Input
          type={isShown ? "text" : "password"}
          name={name}
          required
          {...(isNew && { minLength: minPasswordLength })}
          autoComplete={isNew ? "new-password" : "current-password"}
          autoCapitalize="none"
          spellCheck={false}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className="pr-12"
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={isShown ? "Hide what was typed" : "Show what is typed"}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 inline-flex w-12 items-center justify-center rounded-lg text-muted-foreground hover:text-foreground"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      </div>
    </Field>
  );
}
