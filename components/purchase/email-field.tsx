import type { RefObject } from "react";
import { Field } from "@/components/ui/field";
import { EmailInput } from "@/components/ui/input";
import { emailProblem } from "@/lib/email/email-problem";

type EmailFieldProps = {
  email: string;
  /** The account's address, which receives all orders of a customer; null for a guest. */
  lockedEmail: string | null;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  onEdit: (email: string) => void;
  onError: (message?: string) => void;
};

/** The receipt's address: a guest types it, a customer's is the account's. */
export function EmailField({ email, lockedEmail, error, inputRef, onEdit, onError }: EmailFieldProps) {
  const isLocked = lockedEmail !== null;
  return (
    <Field
      label="Email"
      hint={
        isLocked
          ? "Your account's address. You can change it in your settings."
          : "For your receipt and the link to your order."
      }
      error={isLocked ? undefined : error}
    >
      <EmailInput
        ref={inputRef}
        readOnly={isLocked}
        value={lockedEmail ?? email}
        onChange={(event) => {
          onEdit(event.target.value);
          onError();
        }}
        onBlur={() => {
          if (email) onError(emailProblem(email) ?? undefined);
        }}
      />
    </Field>
  );
}
