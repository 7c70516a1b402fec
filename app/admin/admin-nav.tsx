"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { WaitingCount } from "@/components/admin/waiting-count";
import { cn } from "@/components/ui/cn";
import { adminPages } from "./admin-pages";

/** The admin menu: a column, on a phone one scrollable line. */
export function AdminNav({ counts = {} }: { counts?: Partial<Record<string, number>> }) {
  const path = usePathname();
  return (
    <nav
      aria-label="Admin"
      className="relative flex gap-1 overflow-x-auto px-4 py-2 lg:sticky lg:top-0 lg:flex-col lg:overflow-visible lg:px-3 lg:py-6"
    >
      {adminPages.map(({ href, label }) => {
        const isHere =
          href === "/admin" ? /^\/admin(?:$|\/(?:orders|tickets)\b)/.test(path) : path.startsWith(href);
        const count = counts[href] ?? 0;
        return (
          <Link
            key={href}
            href={href}
            prefetch={false}
            aria-current={isHere ? "page" : undefined}
            className={cn(
              "inline-flex min-h-11 shrink-0 items-center justify-between gap-3 rounded-lg px-3.5 text-sm font-medium text-muted-foreground transition-colors hover:bg-accent hover:text-foreground",
              isHere && "bg-primary-soft text-primary hover:bg-primary-soft hover:text-primary",
            )}
          >
            {label}
            <WaitingCount count={count} />
          </Link>
        );
      })}
    </nav>
  );
}
