import type { Metadata } from "next";
import Link from "next/link";
import { chooserPath } from "@/components/layout/navigation";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata: Metadata = { title: "Access Denied", robots: { index: false } };
export const dynamic = "force-dynamic";

const leaveAfterSeconds = 5;

/** For whoever is signed in and asked for a page of administrators: says so, and goes home by itself. */
export default function DeniedPage() {
  return (
    <>
      <meta httpEquiv="refresh" content={`${leaveAfterSeconds};url=${chooserPath}`} />
      <EmptyState level={1} title="Access Denied" detail="You don't have admin privileges.">
        <Link href={chooserPath} prefetch={false} className={buttonVariants()}>
          Back to Home
        </Link>
      </EmptyState>
    </>
  );
}
