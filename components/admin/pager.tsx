"use client";

import Link from "next/link";
import { useWithColumns } from "@/components/data-table/use-hidden-columns";
import { buttonVariants } from "@/components/ui/button-variants";

/** First and next page of a list with keyset pagination; the browser's back button goes back. */
export function Pager({ firstHref, nextHref }: { firstHref: string | null; nextHref: string | null }) {
  const withColumns = useWithColumns();
  if (!firstHref && !nextHref) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {firstHref ? (
        <Link
          href={withColumns(firstHref)}
          prefetch={false}
          className={buttonVariants({ variant: "outline", size: "sm" })}
        >
          First page
        </Link>
      ) : null}
      {nextHref ? (
        <Link
          href={withColumns(nextHref)}
          prefetch={false}
          className={buttonVariants({ variant: "outline", size: "sm" })}
        >
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
