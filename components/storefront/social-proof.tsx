"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { tabStorage } from "@/lib/base/safe-storage";
import { second } from "@/lib/base/time/time";

// A failed download must not break the page.
const SocialProofPopup = lazy(() => import("./social-proof-popup").catch(() => ({ default: () => null })));

const closedKey = "social-proof-closed";

/** The first message waits until the visitor has seen the page. */
const firstAfterMs = 5 * second;

type SocialProofProps = { source: "fixed" | "orders" };

/** Loads the popup some seconds after the page; not with reduced motion, and not in a tab where it was closed. */
export function SocialProof({ source }: SocialProofProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (tabStorage.read(closedKey)) return;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setTimeout(() => setDue(true), firstAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
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
