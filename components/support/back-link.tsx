import { ArrowLeft } from "lucide-react";
import Link from "next/link";

/** The way back to the dashboard's support tab. */
export function BackLink() {
  return (
    <Link
      href="/dashboard?tab=support"
      prefetch={false}
      className="inline-flex min-h-11 w-fit items-center gap-2 text-sm font-medium text-muted-foreground hover:text-foreground"
    >
      <ArrowLeft aria-hidden="true" className="size-4" /> Back to Support
    </Link>
  );
}
