import Link from "next/link";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";

/** For an unknown order, ticket or account: the frame stays. */
export default function AdminNotFoundPage() {
  return (
    <EmptyState
      level={1}
      title="There is nothing here"
      detail="The address may be mistyped, or the record was removed."
    >
      <Link href="/admin" prefetch={false} className={buttonVariants()}>
        Back to the overview
      </Link>
    </EmptyState>
  );
}
