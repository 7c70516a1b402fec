"use client";

import Link from "next/link";
import { buttonVariants } from "@/components/ui/button-variants";
import { Spinner } from "@/components/ui/spinner";

type LoadMoreProps = {
  /** Where the link leads without JavaScript, and in a new tab. */
  href: string;
  /** Names the list for those who do not see it. */
  label: string;
  isLoading: boolean;
  onMore: () => void;
};

/** The end of a list that goes on. */
export function LoadMore({ href, label, isLoading, onMore }: LoadMoreProps) {
  return (
    <div className="flex justify-center">
      <Link
        href={href}
        prefetch={false}
        aria-label={label}
        aria-busy={isLoading}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onMore();
        }}
        className={buttonVariants({ variant: "outline" })}
      >
        {isLoading ? <Spinner /> : null} Load more
      </Link>
    </div>
  );
}
