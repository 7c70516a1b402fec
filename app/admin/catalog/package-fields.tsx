"use client";

import { useId, useState } from "react";
import { ActionInput, ActionSelect, CheckBox, useFieldErrors } from "@/components/admin/action-form";
import { FieldError } from "@/components/forms/field-error";
import { centsOfText, formatCents, textOfCents } from "@/lib/base/money";

type Prices = { priceCents: number; originalCents: number };

/** Price and original price of a package or add-on, with the resulting saving. */
export function PriceFields({ entry }: { entry?: Prices }) {
  const [price, setPrice] = useState(entry ? textOfCents(entry.priceCents) : "");
  const [original, setOriginal] = useState(entry ? textOfCents(entry.originalCents) : "");
  const [priceCents, originalCents] = [centsOfText(price), centsOfText(original || price)];
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
          hint="Empty unless the price is reduced."
          inputMode="decimal"
          value={original}
          onChange={(event) => setOriginal(event.target.value)}
        />
      </div>
      <p aria-live="polite" className="text-sm text-muted-foreground">
        {!savedCents
          ? "No saving is shown."
          : savedCents < 0
            ? "The original price can't be lower than the price."
            : `A saving of ${formatCents(savedCents)}. A live shop shows it only if the original price was the lowest in the 30 days before.`}
      </p>
    </>
  );
}

type PlatformFieldsProps = { platforms: { slug: string; label: string }[]; chosen: readonly string[] };

export function PlatformFields({ platforms, chosen }: PlatformFieldsProps) {
  const error = useFieldErrors().platforms;
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-medium">Sold for</legend>
      {platforms.map(({ slug, label }) => (
        <CheckBox key={slug} name={`for.${slug}`} label={label} isOn={chosen.includes(slug)} />
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

/** The quality that is sold, where a service has several. */
export function VariantField({ variants }: { variants: { slug: string; label: string }[] }) {
  const options = variants.map(({ slug, label }) => [slug, label] as const);
  if (options.length < 2) return <input type="hidden" name="variant" value={options[0]?.[0] ?? "standard"} />;
  return <ActionSelect name="variant" label="Quality" options={options} />;
}
