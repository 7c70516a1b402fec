import { chooserPath } from "@/components/layout/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

export function NoOrders({ detail }: { detail: string }) {
  return (
    <EmptyState title="No orders yet" detail={detail}>
      <ButtonLink href={chooserPath} prefetch={false} size="lg">
        Browse Services
      </ButtonLink>
    </EmptyState>
  );
}
