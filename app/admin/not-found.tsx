import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown inside the admin's frame for an unknown order, ticket or account. */
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
