"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { pageAddress } from "./page-marks";

type PagerProps = {
  /** The parameter of the address that marks a page; the first page has none. */
  mark?: string;
  /** The mark of the next page; null on the last one. */
  next: string | null;
};

/** Links to a list's first and next page; the browser's back button goes back. */
export function Pager({ mark = "after", next }: PagerProps) {
  const path = usePathname();
  const search = useSearchParams();
  const isFirst = !search.get(mark);
  if (isFirst && !next) return null;
  const addressOf = (place?: string) => pageAddress(path, search, { mark, place });
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {isFirst ? null : (
        <ButtonLink href={addressOf()} prefetch={false} variant="outline" size="sm">
          First page
        </ButtonLink>
      )}
      {next ? (
        <ButtonLink href={addressOf(next)} prefetch={false} variant="outline" size="sm">
          Next page
        </ButtonLink>
      ) : null}
    </nav>
  );
}
