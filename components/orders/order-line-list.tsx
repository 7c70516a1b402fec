import { formatCents } from "@/lib/base/money";

type OrderLineListProps = React.ComponentProps<"ul"> & {
  lines: { label: string; count: number; amountCents: number }[];
};

/** An order's lines with their amounts; further entries may follow. */
export function OrderLineList({ lines, children, className = "", ...list }: OrderLineListProps) {
  return (
    <ul className={`flex flex-col gap-2 ${className}`} {...list}>
      {lines.map((line) => (
        <li key={line.label} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {line.label}
            {line.count > 1 ? <span className="text-muted-foreground"> × {line.count}</span> : null}
          </span>
          <span>{formatCents(line.amountCents)}</span>
        </li>
      ))}
      {children}
    </ul>
  );
}
