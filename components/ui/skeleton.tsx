import { cn } from "./cn";

/** A loading placeholder, hidden from screen readers. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cn("animate-pulse rounded-lg bg-muted", className)} />;
}
