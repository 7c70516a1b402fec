import Link from "next/link";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";

/** An order, a ticket, an account that is not there, or no more: the admin pages around it stays. */
export default function AdminNotFoundPage() {
  return (
    <EmptyState
      level={1}
      title="There is nothing here"
      detail="The address may be mistyped, or what it named was anonymised or never was."
    >
      <Link href="/admin" prefetch={false} className={buttonVariants()}>
        Back to the overview
      </Link>
    </EmptyState>
  );
}
