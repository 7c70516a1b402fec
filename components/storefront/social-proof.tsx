"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { socialProofTimes } from "@/lib/content/social-proof";
import { tabStorage } from "@/lib/safe-storage";

// A failed download must not break the page.
const SocialProofPopup = lazy(() => import("./social-proof-popup").catch(() => ({ default: () => null })));

const closedKey = "social-proof-closed";

type SocialProofProps = { source: "fixed" | "orders" | "off" };

/** Loads the popup some seconds after the page; not with reduced motion, and not in a tab where it was closed. */
export function SocialProof({ source }: SocialProofProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (source === "off" || tabStorage.read(closedKey)) return;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setTimeout(() => setDue(true), socialProofTimes.firstAfterMs);
    return () => clearTimeout(timer);
  }, [source]);
  if (!isDue || source === "off") return null;
  return (
    <Suspense fallback={null}>
      <SocialProofPopup
        source={source}
        onClose={() => {
          tabStorage.write(closedKey, "1");
          setDue(false);
        }}
      />
    </Suspense>
  );
}
