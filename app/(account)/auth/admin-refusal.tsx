import { chooserPath } from "@/components/layout/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

const leaveAfterSeconds = 5;

/** Says why an admin page was refused, then redirects to the home page. */
export function AdminRefusal({ title, detail }: { title: string; detail: string }) {
  return (
    <>
      <meta httpEquiv="refresh" content={`${leaveAfterSeconds};url=${chooserPath}`} />
      <EmptyState level={1} title={title} detail={detail}>
        <ButtonLink href={chooserPath} prefetch={false}>
          Back to Home
        </ButtonLink>
      </EmptyState>
    </>
  );
}
