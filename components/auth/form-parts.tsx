import type { MouseEventHandler, RefObject } from "react";
import { Field } from "@/components/ui/field";
import { EmailInput } from "@/components/ui/input";

/** True when the mailed link itself doesn't work, so that trying again can't help. */
export function isLinkError({ code }: { code: string }): boolean {
  return code.startsWith("link_");
}

type AccountEmailFieldProps = {
  initial: string;
  error?: string | undefined;
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

type AuthLinkProps = { href: string; children: React.ReactNode };

/** A link within a sentence of an account's pages. */
export function TextLink({ href, children }: AuthLinkProps) {
  return (
    <a href={href} className="font-medium text-foreground underline underline-offset-4">
      {children}
    </a>
  );
}

type LineLinkProps = AuthLinkProps & { onClick?: MouseEventHandler<HTMLAnchorElement> };

/** A link on a line of its own, below a form. */
export function LineLink({ href, onClick, children }: LineLinkProps) {
  return (
    <a
      href={href}
      onClick={onClick}
      className="inline-flex min-h-11 items-center self-center text-sm font-medium underline underline-offset-4"
    >
      {children}
    </a>
  );
}

/** For a link below a form: the email typed there goes along. */
export function withTypedEmail(
  form: RefObject<HTMLFormElement | null>,
): MouseEventHandler<HTMLAnchorElement> {
  return ({ currentTarget }) => {
    const email = form.current && new FormData(form.current).get("email");
    if (typeof email === "string" && email) currentTarget.search = String(new URLSearchParams({ email }));
  };
}
