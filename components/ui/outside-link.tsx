/** A link to another site, which opens in a new tab. */
export function OutsideLink({ children, ...link }: React.ComponentProps<"a">) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...link}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
