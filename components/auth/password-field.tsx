"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { ExactInput } from "@/components/ui/input";
import { minPasswordLength } from "@/lib/people/auth/password-length";

type PasswordFieldProps = {
  label?: string;
  name?: string;
  /** A new password has a hint; its repetition does not. */
  use?: "current" | "new" | "repeated";
  /** Extra requirements of this account. */
  minLength?: number;
  error: string | undefined;
};

/** A password with a button to show it. Password managers and pasting work; a form reset empties it. */
export function PasswordField({
  label = "Password",
  name = "password",
  use = "current",
  minLength = minPasswordLength,
  error,
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;

  return (
    <Field
      label={label}
      error={error}
      hint={
        use === "new"
          ? `At least ${minLength} characters, and hard to guess. A few words are a good password.`
          : undefined
      }
    >
      <div className="relative">
        <ExactInput
          type={isShown ? "text" : "password"}
          name={name}
          required
          {...(use === "new" && { minLength })}
          autoComplete={use === "current" ? "current-password" : "new-password"}
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
