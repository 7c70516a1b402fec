"use client";

import { focusOnMain } from "@/components/forms/focus-on";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown inside the admin's frame when a page fails to render. */
export default function AdminErrorPage({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      level={1}
      title="This page could not be loaded"
      detail="Nothing was changed. Try again in a moment; the cause is in the log."
    >
      <Button
        onClick={() => {
          focusOnMain();
          retry();
        }}
      >
        Try again
      </Button>
    </EmptyState>
  );
}
