"use client";

import { useState } from "react";
import { ActionInput, CheckBox } from "@/components/admin/action-form";
import { centsOfText, formatCents, textOfCents } from "@/lib/base/money";
import { platformLabels, platforms } from "@/lib/shop/catalog/platforms";

type Prices = { priceCents: number; originalCents: number };

/** Price and original price of a package or add-on, with the resulting saving. */
export function PriceFields({ entry }: { entry?: Prices }) {
  const [price, setPrice] = useState(entry ? textOfCents(entry.priceCents) : "");
  const [original, setOriginal] = useState(entry ? textOfCents(entry.originalCents) : "");
  const [priceCents, originalCents] = [centsOfText(price), centsOfText(original)];
  const savedCents = priceCents === null || originalCents === null ? null : originalCents - priceCents;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ActionInput
          name="priceCents"
          label="Price in dollars"
          inputMode="decimal"
          required
          value={price}
          onChange={(event) => setPrice(event.target.value)}
        />
        <ActionInput
          name="originalCents"
          label="Original price, struck through"
          inputMode="decimal"
          required
          value={original}
          onChange={(event) => setOriginal(event.target.value)}
        />
      </div>
      <p aria-live="polite" className="text-sm text-muted-foreground">
        {savedCents === null || savedCents < 0
          ? "Enter two amounts. The original price can't be lower than the price."
          : savedCents === 0
            ? "No saving is shown."
            : `A saving of ${formatCents(savedCents)}. A live shop shows it only if the original price was the lowest in the 30 days before.`}
      </p>
    </>
  );
}

export function PlatformFields({ chosen = platforms }: { chosen?: readonly string[] }) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">Sold for</legend>
      {platforms.map((platform) => (
        <CheckBox
          key={platform}
          name={platform}
          label={platformLabels[platform]}
          isOn={chosen.includes(platform)}
        />
      ))}
    </fieldset>
  );
}
