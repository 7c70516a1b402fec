import { chooserPath } from "@/components/layout/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

type NoOrdersProps = { detail: string; children?: React.ReactNode };

/** The empty state before the first order. */
export function NoOrders({ detail, children }: NoOrdersProps) {
  return (
    <EmptyState title="No orders yet" detail={detail}>
      {children ?? (
        <ButtonLink href={chooserPath} prefetch={false} size="lg">
          Browse Services
        </ButtonLink>
      )}
    </EmptyState>
  );
}
