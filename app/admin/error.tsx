"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** An admin page failed to render: the frame stays, and nothing is lost. */
export default function AdminErrorPage({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      level={1}
      title="This page could not be shown"
      detail="Nothing was changed by this. Try again in a moment; the log has the cause."
    >
      <Button onClick={retry}>Try again</Button>
    </EmptyState>
  );
}
