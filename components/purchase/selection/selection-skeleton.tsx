import { Skeleton } from "@/components/ui/skeleton";
import type { UnitWords } from "@/lib/shop/catalog/catalog";
import { pageSize, selectionTexts } from "./selection-plan";

/** The grid's placeholder while the posts load. */
export function PostGridSkeleton({ words }: { words: UnitWords }) {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {selectionTexts(words).loading}
      </p>
      <div className="grid grid-cols-2 gap-3 sm:gap-5">
        {Array.from({ length: pageSize }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same.
          <div key={place} className="overflow-hidden rounded-xl border border-border bg-card">
            <Skeleton className="aspect-[4/5] w-full rounded-none" />
            <div className="flex flex-col gap-2 p-3">
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The step's placeholder until the browser has read the purchase details. */
export function SelectionSkeleton({ words }: { words: UnitWords }) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-10">
      <PostGridSkeleton words={words} />
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  );
}
