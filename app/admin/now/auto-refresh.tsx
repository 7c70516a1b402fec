"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { minute } from "@/lib/time";

/** Refreshes the page every minute and when the administrator returns to it, but not while a dialog is open. */
export function AutoRefresh() {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) router.refresh();
    };
    const timer = setInterval(refresh, minute);
    window.addEventListener("focus", refresh);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", refresh);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [router]);
  return null;
}
