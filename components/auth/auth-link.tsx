type AuthLinkProps = { href: string; children: React.ReactNode };

/** A link within a sentence of an account's pages. */
export function TextLink({ href, children }: AuthLinkProps) {
  return (
    <a href={href} className="font-medium text-foreground underline underline-offset-4">
      {children}
    </a>
  );
}

/** A link on a line of its own, below a form. */
export function LineLink({ href, children }: AuthLinkProps) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center self-center text-sm font-medium underline underline-offset-4"
    >
      {children}
    </a>
  );
}
