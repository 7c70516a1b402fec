import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** For an unknown order, ticket or account: the frame stays. */
export default function AdminNotFoundPage() {
  return (
    <EmptyState
      level={1}
      title="There is nothing here"
      detail="The address may be mistyped, or the record was removed."
    >
      <ButtonLink href="/admin" prefetch={false}>
        Back to the overview
      </ButtonLink>
    </EmptyState>
  );
}
