"use client";

import { StopNotice } from "@/components/purchase/stop-notice";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";

/** A purchase step failed to render. The details are stored in the tab, so trying again loses nothing. */
export default function PurchaseError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <StopNotice
      title="Something went wrong"
      detail="This page could not be loaded. Nothing you entered is lost."
    >
      <Button onClick={retry}>Try again</Button>
      <ButtonLink href="/?browse=1" variant="outline">
        Return to Home
      </ButtonLink>
    </StopNotice>
  );
}
