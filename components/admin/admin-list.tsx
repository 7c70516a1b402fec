type AdminListProps = React.ComponentProps<"ul"> & {
  /** Stands in place of a list without entries. */
  empty: string;
  /** The most entries that the page reads, and which ones; a list of that length says that there may be more. */
  most?: readonly [which: "newest" | "oldest", count: number];
  children: React.ReactNode[];
};

/** The list of an admin section. `className` replaces the size and the distance of its entries. */
export function AdminList({ empty, most, children, className = "gap-4 text-sm", ...list }: AdminListProps) {
  if (children.length === 0) return <p className="text-muted-foreground">{empty}</p>;
  return (
    <>
      <ul className={`flex flex-col ${className}`} {...list}>
        {children}
      </ul>
      {most && children.length >= most[1] ? (
        <p className="text-sm text-muted-foreground">
          Only the {most[0]} {most[1]} are listed.
        </p>
      ) : null}
    </>
  );
}
