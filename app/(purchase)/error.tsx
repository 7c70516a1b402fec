"use client";

import { FailureNotice } from "@/components/purchase/stop-notice";

/** A purchase step failed to render. The details are stored in the tab, so trying again loses nothing. */
export default function PurchaseError({ retry }: { error: unknown; retry: () => void }) {
  return <FailureNotice detail="This page could not be loaded. Nothing you entered is lost." retry={retry} />;
}
