"use client";

import { useEffect, useRef, useState } from "react";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

/**
 * A step's title. It takes the focus from the button of the step before, which has disappeared, so that reading aloud
 * and the keyboard continue here; not on a page that was just loaded.
 */
export function StepTitle({ children }: { children: React.ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  const isHydrated = useIsHydrated();
  const [isNextStep] = useState(isHydrated);
  useEffect(() => {
    if (isNextStep && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [isNextStep]);
  return (
    <h1 ref={title} tabIndex={-1} className="text-3xl font-semibold tracking-tight outline-none">
      {children}
    </h1>
  );
}
