"use client";

import { createContext, useContext, useId, useRef, useState } from "react";
import { FieldError } from "@/components/forms/field-error";
import { HiddenFields } from "@/components/forms/hidden-fields";
import type { SentAcceptance } from "@/lib/shop/legal/acceptance";

/** The consent shown beside a payment button. */
type PaymentConsent = {
  /** The consent text, rendered by the server. */
  text: React.ReactNode;
  /** The consent text's key, and the versions of the legal texts. */
  shown: Omit<SentAcceptance, "isTicked">;
  asksForTick: boolean;
};

const PaymentConsentContext = createContext<PaymentConsent>({
  text: null,
  shown: { terms: 1, privacy: 1, refunds: 1 },
  asksForTick: false,
});

/** Provides a page's payment buttons with the operator's consent text and box. */
export function BeforePayingProvider({
  children,
  ...consent
}: PaymentConsent & { children: React.ReactNode }) {
  return <PaymentConsentContext value={consent}>{children}</PaymentConsentContext>;
}

type Consent = ReturnType<typeof useConsent>;

export function useConsent() {
  const { shown, asksForTick } = useContext(PaymentConsentContext);
  const box = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  /**
   * The acceptance to send with the order. Null while the box has to be ticked first: it then shows an error and takes
   * the focus.
   */
  const accept = (): SentAcceptance | null => {
    if (!asksForTick) return shown;
    const isTicked = box.current?.checked === true;
    setMissing(!isTicked);
    if (isTicked) return { ...shown, isTicked };
    box.current?.focus();
    return null;
  };
  return { box, isMissing, accept, clear: () => setMissing(false) };
}

/**
 * The consent text beside a payment button, with its box if the operator asks for one. Inside a form, hidden fields
 * send what was shown.
 */
export function BeforePaying({ box, isMissing, clear }: Omit<Consent, "accept">) {
  const { text, shown, asksForTick } = useContext(PaymentConsentContext);
  const id = useId();
  return (
    <div className="text-xs text-muted-foreground">
      <div id={id}>{text}</div>
      {asksForTick ? (
        <label className="flex min-h-11 items-center gap-3 text-sm text-foreground">
          <input
            // A tick is for what was shown with it: other versions begin with an empty box, as a reloaded page does.
            key={JSON.stringify(shown)}
            ref={box}
            type="checkbox"
            name="isTicked"
            required
            autoComplete="off"
            onChange={clear}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-error ${id}` : id}
            className="size-5 shrink-0 accent-primary"
          />
          I have read this and agree.
        </label>
      ) : null}
      <FieldError id={`${id}-error`} error={isMissing && "Please tick the box before you pay."} />
      <HiddenFields values={shown} />
    </div>
  );
}
