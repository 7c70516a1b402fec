"use client";

import { ChevronDown } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { AdminLink } from "@/components/admin/admin-link";
import { WaitingCount } from "@/components/admin/admin-tabs";
import { cn } from "@/components/ui/cn";
import { minute } from "@/lib/base/time/time";
import type { AdminPage } from "./admin-pages";

type Counts = Partial<Record<string, number>>;
type NavProps = { pages: readonly Pick<AdminPage, "href" | "label">[]; counts: Counts };

/** The admin menu: a column, or on a phone a closed list with the total of waiting tasks. Works without JavaScript. */
export function AdminNav({ pages, counts }: NavProps) {
  const path = usePathname();
  useFreshFrame(path, counts);
  const here = pages.find(({ href }) => isAt(path, href));
  const total = pages.reduce((sum, { href }) => sum + (counts[href] ?? 0), 0);
  return (
    <nav aria-label="Admin">
      {/* The list closes when another page opens. */}
      <details key={path} className="group lg:hidden">
        <summary className="flex min-h-12 items-center gap-3 px-4 text-sm font-medium">
          {here?.label ?? "Menu"}
          <WaitingCount count={total} />
          <ChevronDown
            aria-hidden="true"
            className="ml-auto size-4.5 text-muted-foreground transition-transform group-open:rotate-180"
          />
        </summary>
        <AdminLinks path={path} pages={pages} counts={counts} className="grid grid-cols-2 px-2 pb-3" />
      </details>
      <AdminLinks
        path={path}
        pages={pages}
        counts={counts}
        className="sticky top-0 hidden flex-col px-3 py-6 lg:flex"
      />
    </nav>
  );
}

/**
 * Renders the frame, with the counts and the quarantine's notice, again when a page opens and the frame is older than a
 * minute: a link renders only the page within it.
 */
function useFreshFrame(path: string, counts: Counts): void {
  const router = useRouter();
  const renderedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new counts come with a new frame
  useEffect(() => {
    renderedAt.current = performance.now();
  }, [counts]);
  const refreshOld = useEffectEvent(() => {
    if (performance.now() - renderedAt.current > minute) router.refresh();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the reason to look
  useEffect(() => refreshOld(), [path]);
}

function AdminLinks({ path, pages, counts, className }: NavProps & { path: string; className: string }) {
  return (
    <div className={cn("gap-1", className)}>
      {pages.map(({ href, label }) => (
        <AdminLink
          key={href}
          href={href}
          aria-current={isAt(path, href) ? "page" : undefined}
          className={cn(
            "inline-flex min-h-11 items-center justify-between gap-3 rounded-lg px-3.5 text-sm font-medium text-muted-foreground transition-colors hover:bg-accent hover:text-foreground",
            isAt(path, href) && "bg-primary-soft text-primary hover:bg-primary-soft hover:text-primary",
          )}
        >
          {label}
          <WaitingCount count={counts[href] ?? 0} />
        </AdminLink>
      ))}
    </div>
  );
}

/** Orders and tickets belong to the overview. */
function isAt(path: string, href: string): boolean {
  return href === "/admin" ? /^\/admin(?:$|\/(?:orders|tickets)\b)/.test(path) : path.startsWith(href);
}
