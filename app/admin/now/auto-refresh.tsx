"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { minute } from "@/lib/base/time/time";

const inputs = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

// Each refresh counts as use of the session, and an unused session must end.
const longestUnusedMinutes = 5;

/**
 * Refreshes the page every minute until it has not been used for five, and when the administrator returns to it, but not
 * while a dialog is open.
 */
export function AutoRefresh() {
  const router = useRouter();
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    let unusedMinutes = 0;
    const refresh = () => {
      if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) router.refresh();
    };
    const timer = setInterval(() => {
      if (isPaused) return;
      if (unusedMinutes === longestUnusedMinutes) return setIsPaused(true);
      unusedMinutes++;
      refresh();
    }, minute);
    const use = () => {
      unusedMinutes = 0;
    };
    const comeBack = () => {
      if (document.visibilityState !== "visible") return;
      use();
      setIsPaused(false);
      refresh();
    };
    for (const input of inputs) window.addEventListener(input, isPaused ? comeBack : use);
    window.addEventListener("focus", comeBack);
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      clearInterval(timer);
      for (const input of inputs) window.removeEventListener(input, isPaused ? comeBack : use);
      window.removeEventListener("focus", comeBack);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [router, isPaused]);
  if (!isPaused) return null;
  return (
    <p role="status" className="text-muted-foreground text-sm">
      Updates are paused, because this page was not used for five minutes. They continue as soon as you do.
    </p>
  );
}
