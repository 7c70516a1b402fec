type FactProps = {
  label: string;
  children: React.ReactNode;
  className?: string;
  valueClass: string;
};

/** A labelled value of a `dl`. */
export function Fact({ label, children, className, valueClass }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className={valueClass}>{children}</dd>
    </div>
  );
}
