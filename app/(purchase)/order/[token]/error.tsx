"use client";

import { StopNotice } from "@/components/purchase/stop-notice";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";

/** An order's page failed to render. The order may be paid, so this says nothing about the payment. */
export default function OrderError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <StopNotice
      title="Something went wrong"
      detail="Your order is safe. Only this page could not be loaded; please try again in a moment."
    >
      <Button onClick={retry}>Try again</Button>
      <ButtonLink href="/?browse=1" variant="outline">
        Return to Home
      </ButtonLink>
    </StopNotice>
  );
}
