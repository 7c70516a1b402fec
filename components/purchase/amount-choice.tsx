"use client";

import { type RefObject, useMemo } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { formatCents } from "@/lib/base/money";
import {
  amountLabel,
  type CatalogPackage,
  type CustomAmounts,
  type UnitWords,
} from "@/lib/shop/catalog/catalog";
import { sliderStops } from "@/lib/shop/catalog/custom-amount";

type AmountChoiceProps = {
  label: string;
  amounts: CustomAmounts;
  unit: UnitWords;
  chosen: CatalogPackage | null;
  /** What is typed while it is no amount that can be chosen. */
  draft: string | null;
  error: string | undefined;
  isDisabled: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
  onChoose: (quantity: number) => void;
  /** The buyer has let go of the slider or left the field. */
  onSettle: () => void;
};

/** An amount of the buyer's own, by a field and a slider, both of which show a chosen package's too. */
export function AmountChoice(props: AmountChoiceProps) {
  const { label, amounts, unit, chosen, draft, error, isDisabled, inputRef, onType, onChoose, onSettle } =
    props;
  const { min, max, step } = amounts;
  const stops = useMemo(() => sliderStops({ min, max, step }), [min, max, step]);
  const quantity = chosen?.quantity ?? min;
  const place = Math.max(0, stops.filter((stop) => stop <= quantity).length - 1);
  const range = `From ${min.toLocaleString("en-US")} to ${amountLabel(max, unit)}`;
  return (
    <fieldset disabled={isDisabled} className="flex flex-col gap-3">
      <legend className="sr-only">Your own amount</legend>
      <Field
        label={label}
        hint={step === 1 ? `${range}.` : `${range}, in steps of ${step.toLocaleString("en-US")}.`}
        error={error}
      >
        <Input
          ref={inputRef}
          inputMode="numeric"
          autoComplete="off"
          value={draft ?? (chosen ? String(chosen.quantity) : "")}
          onChange={(event) => onType(event.target.value)}
          onBlur={onSettle}
          className="tabular-nums"
        />
      </Field>
      <input
        type="range"
        aria-label={`Amount of ${unit.many}`}
        aria-valuetext={chosen ? `${amountLabel(quantity, unit)}, ${formatCents(chosen.priceCents)}` : range}
        min={0}
        max={stops.length - 1}
        value={place}
        onChange={(event) => onChoose(stops[Number(event.target.value)] ?? min)}
        onPointerUp={onSettle}
        onKeyUp={onSettle}
        onBlur={onSettle}
        className="h-11 w-full cursor-pointer accent-primary disabled:cursor-not-allowed"
      />
      <p role="status" className="flex justify-between gap-4 text-sm tabular-nums empty:hidden">
        {chosen && draft === null ? (
          <>
            <span>{amountLabel(quantity, unit)}</span>
            <span className="font-semibold">{formatCents(chosen.priceCents)}</span>
          </>
        ) : null}
      </p>
    </fieldset>
  );
}
