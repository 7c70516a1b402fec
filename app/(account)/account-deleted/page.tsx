import type { Metadata } from "next";
import { chooserPath } from "@/components/layout/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata: Metadata = { title: "Account deleted", robots: { index: false } };

export default function AccountDeletedPage() {
  return (
    <EmptyState
      level={1}
      title="Your account has been deleted"
      detail="Your personal data has been removed. One last email confirms it. You can still buy as a guest."
    >
      <ButtonLink href={chooserPath} prefetch={false} size="lg">
        Return to Home
      </ButtonLink>
    </EmptyState>
  );
}
