import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { cn } from "@/components/ui/cn";

type BackLinkProps = {
  href: string;
  className?: string;
  /** Marks it for the keys of the admin pages. */
  "data-walk"?: string;
  children: React.ReactNode;
};

/** A link above the heading, back to the parent page. */
export function BackLink({ href, className, children, ...mark }: BackLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      {...mark}
      className={cn(
        "inline-flex min-h-11 w-fit items-center gap-2 text-sm font-medium text-muted-foreground hover:text-foreground",
        className,
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-4" /> {children}
    </Link>
  );
}
