"use client";

import { FailureNotice } from "@/components/purchase/stop-notice";

/** An order's page failed to render. The order may be paid, so this says nothing about the payment. */
export default function OrderPageError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <FailureNotice
      detail="Your order is safe. Only this page could not be loaded; please try again in a moment."
      retry={retry}
    />
  );
}
