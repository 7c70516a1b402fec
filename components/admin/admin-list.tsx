type AdminListProps = React.ComponentProps<"ul"> & {
  /** Stands in place of a list without entries. */
  empty: string;
  children: React.ReactNode[];
};

/** The list of an admin section. `className` replaces the size and the distance of its entries. */
export function AdminList({ empty, children, className = "gap-4 text-sm", ...list }: AdminListProps) {
  if (children.length === 0) return <p className="text-muted-foreground">{empty}</p>;
  return (
    <ul className={`flex flex-col ${className}`} {...list}>
      {children}
    </ul>
  );
}
