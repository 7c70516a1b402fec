import { Skeleton } from "@/components/ui/skeleton";

/** The checkout's shape while the browser looks up what was entered. */
export function CheckoutSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <p role="status" className="sr-only">
        Loading your order
      </p>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-48 w-full rounded-xl" />
        <Skeleton className="h-36 w-full rounded-xl" />
      </div>
      <Skeleton className="h-56 w-full rounded-xl" />
    </div>
  );
}
