"use client";

import Link from "next/link";
import { StopNotice } from "@/components/purchase/stop-notice";
import { Button } from "@/components/ui/button";

/** A purchase step failed to render. The details are stored in the tab, so trying again loses nothing. */
export default function PurchaseError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <StopNotice
      title="Something went wrong"
      detail="This page could not be loaded. Nothing you entered is lost, and nothing was charged."
    >
      <Button onClick={retry}>Try again</Button>
      <Button asChild variant="outline">
        <Link href="/?browse=1">Return to Home</Link>
      </Button>
    </StopNotice>
  );
}
