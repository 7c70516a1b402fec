"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useFieldErrors } from "@/components/admin/action-form";
import { FieldError } from "@/components/forms/field-error";
import { focusOn } from "@/components/forms/focus-on";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { formatCents } from "@/lib/base/money";
import type { PriceStep } from "@/lib/shop/catalog/catalog";
import { amountStep, centsOf, microsOfText, textOfMicros } from "@/lib/shop/catalog/custom-amount";

type Row = { from: string; per1000: string };

const columns = [
  { name: "from", label: "From unit", inputMode: "numeric" },
  { name: "per1000", label: "$ per 1,000", inputMode: "decimal" },
] as const;
const mostRows = 12;
const examples = [100, 1_000, 10_000];

type PriceStepsEditorProps = { steps: PriceStep[]; serviceStep: number };

/** The price of amounts that buyers choose, sent as JSON in `priceSteps`. Without a row, only packages are sold. */
export function PriceStepsEditor({ steps, serviceStep }: PriceStepsEditorProps) {
  const errors = useFieldErrors();
  const [rows, setRows] = useState(() =>
    steps.map(({ from, microsPerUnit }, key) => ({
      key,
      from: String(from),
      per1000: textOfMicros(microsPerUnit),
    })),
  );
  const change = (key: number, facts: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...facts } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, from: rows.length === 0 ? "1" : "", per1000: "" }]);
  };
  return (
    // Takes the focus when the row that had it is removed.
    <fieldset tabIndex={-1} className="flex flex-col gap-3 border-t border-border pt-3">
      <legend className="sr-only">Price by amount</legend>
      <p className="text-sm">
        <span className="block font-medium">Price by amount</span>
        <span className="text-muted-foreground">
          With it, buyers may choose an amount of their own. Each unit costs the price of its row, and the
          total is rounded up to a cent. No package may cost more than its amount.
        </span>
      </p>
      <input
        type="hidden"
        name="priceSteps"
        value={JSON.stringify(rows.map(({ from, per1000 }) => ({ from, per1000 })))}
      />
      <FieldError error={errors.priceSteps} />
      {rows.map((row, place) => (
        <div key={row.key} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
          {columns.map(({ name, label, inputMode }) => (
            <Field
              key={name}
              label={
                <>
                  {label}
                  <span className="sr-only">, row {place + 1}</span>
                </>
              }
              error={errors[`priceSteps.${place}.${name}`]}
            >
              <Input
                inputMode={inputMode}
                autoComplete="off"
                value={row[name]}
                onChange={(event) => change(row.key, { [name]: event.target.value })}
              />
            </Field>
          ))}
          <Button
            type="button"
            variant="ghost"
            size="icon"
            className="mt-7"
            aria-label={`Remove row ${place + 1}`}
            onClick={({ currentTarget }) => {
              focusOn(currentTarget.closest("fieldset"));
              setRows(rows.filter(({ key }) => key !== row.key));
            }}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      <p aria-live="polite" className="text-sm text-muted-foreground tabular-nums empty:hidden">
        {exampleText(rows, serviceStep)}
      </p>
      {rows.length < mostRows ? (
        <Button type="button" variant="outline" className="self-start" onClick={add}>
          Add a row
        </Button>
      ) : null}
    </fieldset>
  );
}

/** What some amounts would cost; null until every row can be read. */
function exampleText(rows: readonly Row[], serviceStep: number): string | null {
  const steps = rows.map(({ from, per1000 }) => ({
    from: Number(from),
    microsPerUnit: microsOfText(per1000) ?? 0,
  }));
  const isReadable = steps.every(
    ({ from, microsPerUnit }, place) => from > (steps[place - 1]?.from ?? 0) && microsPerUnit > 0,
  );
  if (steps.length === 0 || !isReadable) return null;
  const multiple = amountStep(serviceStep, steps);
  const prices = examples.map(
    (amount) => `${amount.toLocaleString("en-US")} cost ${formatCents(centsOf(steps, amount))}`,
  );
  const way =
    multiple === 1
      ? "Buyers choose any amount"
      : `Buyers choose multiples of ${multiple.toLocaleString("en-US")}`;
  return `${way}: ${prices.join(", ")}.`;
}
