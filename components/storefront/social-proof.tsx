"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { socialProofSource, socialProofTimes } from "@/lib/content/social-proof";

const SocialProofPopup = lazy(() => import("./social-proof-popup"));

/** Waits until the page has long settled, then loads the popup; never where the visitor asked for less motion. */
export function SocialProof() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (socialProofSource === "off") return;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setTimeout(() => setDue(true), socialProofTimes.firstAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <Suspense fallback={null}>
      <SocialProofPopup />
    </Suspense>
  );
}
