import Link from "next/link";
import { chooserPath } from "@/components/layout/navigation";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";

const leaveAfterSeconds = 5;

/** Says why an admin page was refused, then redirects to the home page. */
export function AdminRefusal({ title, detail }: { title: string; detail: string }) {
  return (
    <>
      <meta httpEquiv="refresh" content={`${leaveAfterSeconds};url=${chooserPath}`} />
      <EmptyState level={1} title={title} detail={detail}>
        <Link href={chooserPath} prefetch={false} className={buttonVariants()}>
          Back to Home
        </Link>
      </EmptyState>
    </>
  );
}
