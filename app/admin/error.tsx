"use client";

import { RetryButton } from "@/components/forms/retry-button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown inside the admin's frame when a page fails to render. */
export default function AdminErrorPage({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      level={1}
      title="This page could not be loaded"
      detail="Nothing was changed. Try again in a moment; the cause is in the log."
    >
      <RetryButton retry={retry} />
    </EmptyState>
  );
}
