"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { AdminLink } from "@/components/admin/admin-link";
import { WaitingCount } from "@/components/admin/admin-tabs";
import { cn } from "@/components/ui/cn";
import { minute } from "@/lib/base/time/time";
import { type AdminPage, adminMenu, menuPageOf } from "./admin-pages";

export type AdminNavProps = {
  /** The addresses of the pages that the visitor's role includes. */
  allowed: string[];
  /** What waits behind a page, by its address. */
  counts: Record<string, number>;
};

/** The admin menu in groups, for the column at the side and for the phone's drawer. Works without JavaScript. */
export function AdminNav({
  allowed,
  counts,
  inDrawer = false,
}: AdminNavProps & {
  /** A page that opens from the drawer takes the drawer's place in the history. */
  inDrawer?: boolean;
}) {
  const here = menuPageOf(usePathname(), useSearchParams());
  return (
    <nav aria-label="Admin" className="flex flex-col gap-5">
      {adminMenu.map(({ group, pages }) => (
        <MenuGroup
          key={group}
          title={group}
          pages={pages.filter(({ href }) => allowed.includes(href))}
          counts={counts}
          here={here}
          replace={inDrawer}
        />
      ))}
    </nav>
  );
}

type MenuGroupProps = {
  title: string;
  pages: AdminPage[];
  counts: AdminNavProps["counts"];
  here: string;
  replace: boolean;
};

function MenuGroup({ title, pages, counts, here, replace }: MenuGroupProps) {
  const id = useId();
  if (pages.length === 0) return null;
  return (
    <div className="flex flex-col gap-0.5">
      <p id={id} className="px-3 pb-1 text-xs font-medium text-muted-foreground">
        {title}
      </p>
      <ul aria-labelledby={id} className="flex flex-col gap-0.5">
        {pages.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <AdminLink
              href={href}
              replace={replace}
              aria-current={href === here ? "page" : undefined}
              className={cn(
                "flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm font-medium text-muted-foreground transition-colors hover:bg-accent hover:text-foreground lg:min-h-9",
                href === here && "bg-primary-soft text-primary hover:bg-primary-soft hover:text-primary",
              )}
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0" />
              <span className="min-w-0 flex-1">{label}</span>
              <WaitingCount count={counts[href] ?? 0} />
            </AdminLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Renders the frame, with the counts and the quarantine's notice, again when a page opens and the frame is older than a
 * minute: a link renders only the page within it.
 */
export function FreshFrame({ counts }: Pick<AdminNavProps, "counts">) {
  const path = usePathname();
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
  return null;
}
