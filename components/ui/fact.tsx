type FactProps = {
  label: string;
  children: React.ReactNode;
  className?: string;
  /** The value's class. */
  value: string;
};

/** A labelled value of a `dl`. */
export function Fact({ label, children, className, value }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className={value}>{children}</dd>
    </div>
  );
}
