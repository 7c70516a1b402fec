import Link from "next/link";
import { chooserPath } from "@/components/layout/navigation";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";

type NoOrdersProps = { detail: string; children?: React.ReactNode };

/** The empty state before the first order. */
export function NoOrders({ detail, children }: NoOrdersProps) {
  return (
    <EmptyState title="No orders yet" detail={detail}>
      {children ?? (
        <Link href={chooserPath} prefetch={false} className={buttonVariants({ size: "lg" })}>
          Browse Services
        </Link>
      )}
    </EmptyState>
  );
}
