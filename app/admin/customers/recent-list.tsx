import Link from "next/link";
import { LocalTime } from "@/components/orders/local-time";

type RecentListProps = {
  label: string;
  empty: string;
  entries: { id: string; href: string; title: string; state: React.ReactNode; at: string }[];
};

/** An account's latest orders or tickets. */
export function RecentList({ label, empty, entries }: RecentListProps) {
  if (entries.length === 0) return <p className="text-sm text-muted-foreground">{empty}</p>;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-border">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <Link
            href={entry.href}
            prefetch={false}
            className="font-medium wrap-anywhere text-primary underline-offset-4 hover:underline"
          >
            {entry.title}
          </Link>
          <span className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
            <LocalTime at={entry.at} />
            {entry.state}
          </span>
        </li>
      ))}
    </ul>
  );
}
