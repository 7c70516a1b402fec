import Link from "next/link";
import { cn } from "@/components/ui/cn";

/** Tabs as links: the address holds the choice, so reload, links and the back button keep it. */
export function AdminTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: { href: string; label: string; count?: number; isHere: boolean }[];
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 border-b border-border">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          prefetch={false}
          aria-current={tab.isHere ? "page" : undefined}
          className={cn(
            "-mb-px inline-flex min-h-12 items-center gap-2 border-b-3 border-transparent px-4 font-semibold text-muted-foreground hover:text-foreground",
            tab.isHere && "border-primary text-foreground",
          )}
        >
          {tab.label}
          <WaitingCount count={tab.count ?? 0} />
        </Link>
      ))}
    </nav>
  );
}

/** The number of open tasks behind a link; nothing for 0. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-destructive px-2 py-0.5 text-xs font-semibold text-destructive-foreground tabular-nums">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
