"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { Spinner } from "@/components/ui/spinner";

type LoadMoreProps = {
  /** The link's target without JavaScript and in a new tab. */
  href: string;
  /** The list's accessible name. */
  label: string;
  isLoading: boolean;
  onMore: () => void;
};

/** Loads the next page of a list. */
export function LoadMore({ href, label, isLoading, onMore }: LoadMoreProps) {
  return (
    <div className="flex justify-center">
      <ButtonLink
        href={href}
        prefetch={false}
        aria-label={label}
        aria-busy={isLoading}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onMore();
        }}
        variant="outline"
      >
        {isLoading ? <Spinner /> : null} Load more
      </ButtonLink>
    </div>
  );
}
