"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { SwellMark } from "@/components/ui/swell";
import { socialProofTimes } from "@/lib/content/social-proof";
import { socialProofMessages } from "@/lib/content/social-proof-messages";

/** Shows the fixed messages in turn until it is closed. Silent for screen readers and out of the tab order. */
export default function SocialProofPopup() {
  const [turn, setTurn] = useState({ index: 0, isShown: true });
  const [isClosed, setClosed] = useState(false);

  useEffect(() => {
    if (isClosed) return;
    const wait = turn.isShown ? socialProofTimes.shownMs : socialProofTimes.waitMs;
    const timer = setTimeout(() => {
      setTurn(({ index, isShown }) =>
        isShown
          ? { index, isShown: false }
          : { index: (index + 1) % socialProofMessages.length, isShown: true },
      );
    }, wait);
    return () => clearTimeout(timer);
  }, [turn, isClosed]);

  const message = socialProofMessages[turn.index];
  if (isClosed || !message) return null;
  return (
    <div
      aria-hidden="true"
      className={`fixed bottom-4 left-4 z-30 flex max-w-[calc(100vw-2rem)] items-center gap-3 rounded-xl border border-border bg-popover py-2 pr-1 pl-4 text-sm text-popover-foreground shadow-lg transition-[opacity,translate,visibility] duration-300 starting:translate-y-3 starting:opacity-0 ${
        turn.isShown ? "" : "invisible translate-y-3 opacity-0"
      }`}
    >
      <SwellMark className="size-6 text-primary" />
      <p className="leading-snug">
        <span className="font-semibold">{message.text}</span>
        <span className="block text-xs text-muted-foreground">{message.ago}</span>
      </p>
      <button
        type="button"
        tabIndex={-1}
        onClick={() => setClosed(true)}
        className="grid size-11 place-items-center rounded-lg text-muted-foreground hover:bg-accent"
      >
        <X className="size-4.5" />
      </button>
    </div>
  );
}
