"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** A page of the admin pages broke: the admin pages around it stays, and what was done before stands. */
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
