import { cn } from "@/components/ui/cn";
import { AdminLink } from "./admin-link";

type AdminTabsProps = {
  label: string;
  tabs: { href: string; label: string; count?: number; isHere: boolean }[];
};

/** Tabs as links: the address holds the choice, so reload, links and the back button keep it. */
export function AdminTabs({ label, tabs }: AdminTabsProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 border-b border-border">
      {tabs.map((tab) => (
        <AdminLink
          key={tab.href}
          href={tab.href}
          aria-current={tab.isHere ? "page" : undefined}
          className={cn(
            "-mb-px inline-flex min-h-12 items-center gap-2 border-b-3 border-transparent px-4 font-semibold text-muted-foreground hover:text-foreground",
            tab.isHere && "border-primary text-foreground",
          )}
        >
          {tab.label}
          <WaitingCount count={tab.count ?? 0} />
        </AdminLink>
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
