"use client";

import { X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { focusOnMain } from "@/components/forms/focus-on";
import { SwellMark } from "@/components/ui/swell";
import { second } from "@/lib/base/time/time";
import { type SocialProofMessage, socialProofMessages } from "@/lib/shop/content/social-proof-messages";
import { readPageBoxes } from "./page-boxes";
import { type Box, coversAny, findPopupPlace } from "./popup-place";

type SocialProofPopupProps = { source: "fixed" | "orders"; onClose: () => void };

/**
 * Shows the messages in turn until it is closed, where they cover no control, and pauses while it is hovered or focused.
 * It is not announced to screen readers, because it is not needed to buy.
 */
export default function SocialProofPopup({ source, onClose }: SocialProofPopupProps) {
  const messages = useMessages(source);
  const [turn, setTurn] = useState({ index: 0, isShown: true });
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (messages.length === 0 || isHeld) return;
    const timer = setTimeout(
      () => {
        setTurn(({ index, isShown }) =>
          isShown ? { index, isShown: false } : { index: (index + 1) % messages.length, isShown: true },
        );
      },
      (turn.isShown ? 4 : 8) * second,
    );
    return () => clearTimeout(timer);
  }, [turn, messages, isHeld]);

  const message = messages[turn.index];
  const popup = useRef<HTMLElement>(null);
  const hide = () => setTurn(({ index }) => ({ index, isShown: false }));
  const place = useFreePlace(popup, message && turn.isShown ? message : null, hide);

  if (!message) return null;
  return (
    <aside
      ref={popup}
      aria-label="Recent purchases"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`fixed z-30 flex max-w-[calc(100vw-2rem)] items-center gap-3 rounded-xl border border-border bg-popover py-2 pr-1 pl-4 text-sm text-popover-foreground shadow-lg transition-[opacity,translate,visibility] duration-300 starting:translate-y-3 starting:opacity-0 ${
        turn.isShown && place ? "" : "invisible translate-y-3 opacity-0"
      }`}
      style={place ? { left: place.left, top: place.top } : { left: 16, bottom: 16 }}
    >
      <SwellMark className="size-6 text-primary" />
      <p className="leading-snug">
        <span className="font-semibold">{message.text}</span>
        <span className="block text-xs text-muted-foreground">{message.ago}</span>
      </p>
      <button
        type="button"
        aria-label="Close the messages"
        onClick={() => {
          focusOnMain();
          onClose();
        }}
        className="grid size-11 place-items-center rounded-lg text-muted-foreground hover:bg-accent"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </aside>
  );
}

/**
 * Where the popup covers no control, found again for each message; null when there is no such place. Calls `onCovering`
 * when the page moves a control under it.
 */
function useFreePlace(
  popup: RefObject<HTMLElement | null>,
  message: SocialProofMessage | null,
  onCovering: () => void,
): Box | null {
  const [place, setPlace] = useState<Box | null>(null);
  const hide = useEffectEvent(onCovering);

  useLayoutEffect(() => {
    const element = popup.current;
    if (!element || !message) return;
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const page = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const { controls, texts } = readPageBoxes(element);
    const free = findPopupPlace(size, page, controls, texts);
    setPlace(free);
    if (!free) return;
    const check = () => {
      if (coversAny(free, readPageBoxes(element).controls)) hide();
    };
    window.addEventListener("scroll", check, { passive: true });
    window.addEventListener("resize", check);
    return () => {
      window.removeEventListener("scroll", check);
      window.removeEventListener("resize", check);
    };
  }, [popup, message]);
  return place;
}

/** The fixed messages, or those of real orders once loaded; may be empty. */
function useMessages(source: "fixed" | "orders"): readonly SocialProofMessage[] {
  const [bought, setBought] = useState<readonly SocialProofMessage[]>([]);
  useEffect(() => {
    if (source !== "orders") return;
    const inFlight = new AbortController();
    fetch("/api/social-proof", { signal: inFlight.signal })
      .then((answer) => answer.json())
      .then(({ messages }: { messages: SocialProofMessage[] }) => setBought(messages))
      // Without an answer nothing is shown.
      .catch(() => undefined);
    return () => inFlight.abort();
  }, [source]);
  return source === "fixed" ? socialProofMessages : bought;
}
