"use client";

import { useWithColumns } from "@/components/admin/use-hidden-columns";
import { ButtonLink } from "@/components/ui/button-link";

/** First and next page of a list with keyset pagination; the browser's back button goes back. */
export function Pager({ firstHref, nextHref }: { firstHref: string | null; nextHref: string | null }) {
  const withColumns = useWithColumns();
  if (!firstHref && !nextHref) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {firstHref ? (
        <ButtonLink href={withColumns(firstHref)} prefetch={false} variant="outline" size="sm">
          First page
        </ButtonLink>
      ) : null}
      {nextHref ? (
        <ButtonLink href={withColumns(nextHref)} prefetch={false} variant="outline" size="sm">
          Next page
        </ButtonLink>
      ) : null}
    </nav>
  );
}
