"use client";

import { useWithColumns } from "@/components/admin/use-hidden-columns";
import { ButtonLink } from "@/components/ui/button-link";
import { queryString } from "@/lib/query-string";

type PagerProps = {
  /** The list's path. */
  path: string;
  /** What the address says about the list, with the page's own mark unless it is the first. */
  filter: Record<string, string | undefined>;
  /** The parameter that marks a page. */
  mark?: string;
  /** The mark of the next page; null on the last one. */
  next: string | null;
};

/** First and next page of a list with keyset pagination; the browser's back button goes back. */
export function Pager({ path, filter, mark = "after", next }: PagerProps) {
  const withColumns = useWithColumns();
  const { [mark]: here, ...first } = filter;
  if (!here && !next) return null;
  const pages = [
    { label: "First page", values: here ? first : null },
    { label: "Next page", values: next ? { ...first, [mark]: next } : null },
  ];
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {pages.map(({ label, values }) => {
        if (!values) return null;
        const href = withColumns(`${path}${queryString(values)}`);
        return (
          <ButtonLink key={label} href={href} prefetch={false} variant="outline" size="sm">
            {label}
          </ButtonLink>
        );
      })}
    </nav>
  );
}
